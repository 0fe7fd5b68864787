/** Says what is wrong with the answer of an operation, if anything is: the place as a JSON pointer, and the reason. */
export type ResponseValidator = (
  operation: string,
  status: number,
  data: unknown,
) => { readonly pointer: string; readonly detail: string } | undefined;
