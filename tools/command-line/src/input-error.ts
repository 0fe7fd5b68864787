/** Bad input on a command line. Its message is one sentence that says what is wrong, where, and what to do. */
export class InputError extends Error {
  override readonly name: string = 'InputError';
  readonly code: string = 'bad-input';
}
