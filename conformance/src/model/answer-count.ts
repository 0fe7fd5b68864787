import type { OperationId } from '../generated/operations.ts';

/** How often an operation was answered with a status in a run, and the first request that was. */
export interface AnswerCount {
  /** Null if a request calls no operation of the contract: a delivery to a receiver, say. */
  readonly operation: OperationId | null;
  readonly status: number;
  readonly times: number;
  readonly first: { readonly rule: string; readonly method: string; readonly url: string };
}

/** Whether a status says that an operation is not there, or that it broke. */
export function isUnable(status: number): boolean {
  return status === 404 || status === 405 || status >= 500;
}
