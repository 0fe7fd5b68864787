/** Something to fix: where it is, what is wrong, and what to do, in one or two sentences. */
export interface Finding {
  readonly where: string;
  readonly message: string;
}
