import type { OperationId } from '../generated/operations.ts';

/** How often an operation was answered with a status in a run, and the first request that was. */
export interface AnswerCount {
  /** Null if a request calls no operation of the contract: a delivery to a receiver, say. */
  readonly operation: OperationId | null;
  /** The HTTP status. */
  readonly status: number;
  /** How often it came. */
  readonly times: number;
  /** The first request that was answered so. */
  readonly first: {
    /** The rule that it was sent for. */
    readonly rule: string;
    /** The HTTP method, in capitals. */
    readonly method: string;
    /** The whole address, without secrets. */
    readonly url: string;
  };
}

/** Whether a status says that an operation is not there, or that it broke. */
export function isUnable(status: number): boolean {
  return status === 404 || status === 405 || status >= 500;
}
