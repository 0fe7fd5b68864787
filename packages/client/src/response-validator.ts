/** Says what is wrong with the answer of an operation, if anything is: the place as a JSON pointer, and the reason. */
export type ResponseValidator = (operation: string, status: number, data: unknown) => ResponseFault | undefined;

/** What is wrong with an answer. */
interface ResponseFault {
  /** The place in the answer, as a JSON pointer. */
  readonly pointer: string;
  /** What is wrong there, in words. */
  readonly detail: string;
}
