import type { User } from './ports.ts';

/** What a handler gets in addition to the request. */
export interface Context<Transaction> {
  readonly requestId: string;
  readonly user: User;
  /** Undefined when the caller sent none (D-05); comes back in the events that the request causes (HDR-07). */
  readonly applicationId: string | undefined;
  /** The unit of work that the handler reads and writes in; its answer decides whether it commits. */
  readonly transaction: Transaction;
  /** Whether the client is gone, so that nobody will read the answer: what waited for its turn need not be done. */
  isAbandoned(): boolean;
}
