/** The command line cannot be understood: one sentence that says what, and what to write instead. Exit 2. */
export class UsageError extends Error {
  readonly code = 'usage';
}
