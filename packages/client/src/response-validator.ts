/** Says what is wrong with the answer of an operation, if anything is: which part, as a JSON pointer, and why. */
export type ResponseValidator = (
  operation: string,
  status: number,
  data: unknown,
) => { readonly pointer: string; readonly detail: string } | undefined;
