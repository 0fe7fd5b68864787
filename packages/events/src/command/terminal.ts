/** Where a command writes, and what it is given from outside. */
export interface Terminal {
  /** Writes a line to standard output. */
  out(line: string): void;
  /** Writes a line to standard error. */
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends a command that would go on for ever. */
  readonly signal: AbortSignal;
}
