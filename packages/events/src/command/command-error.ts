/** Bad input on the command line: one sentence that says what, where and what to do. Ends with exit code 2. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError';
  readonly code: string = 'bad-input';
}
