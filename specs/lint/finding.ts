/** Something to fix: where it is, what is wrong, and what to do, in one or two sentences. */
export interface Finding {
  /** File, relative to the folder of the contract, and line: `schemas/Id.yaml:3`. */
  readonly where: string;
  readonly message: string;
  /** The lines around it, with a mark under what is meant. */
  readonly excerpt?: string;
}
