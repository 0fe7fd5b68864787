import type { OperationId } from '../generated/operations.ts';

/** How often one operation got one status in a run, and the first request that got it. */
export interface AnswerCount {
  /** Null if the request calls no operation of the contract, such as a delivery to a receiver. */
  readonly operation: OperationId | null;
  /** The HTTP status. */
  readonly status: number;
  /** How often the operation got this status. */
  readonly times: number;
  /** The first request that got it. */
  readonly first: {
    /** The rule that it was sent for. */
    readonly rule: string;
    /** The HTTP method, in upper case. */
    readonly method: string;
    /** The whole address, without secrets. */
    readonly url: string;
  };
}

/** Whether a status says that the operation does not exist or failed. */
export function isUnable(status: number): boolean {
  return status === 404 || status === 405 || status >= 500;
}
