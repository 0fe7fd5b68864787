import type { User } from './ports.ts';

/** What a handler gets in addition to the request. */
export interface Context<Transaction> {
  /** Names the request in logs. */
  readonly requestId: string;
  /** The user that the token belongs to. */
  readonly user: User;
  /** Undefined if the caller sent none (D-05). The events that the request causes hold it (HDR-07). */
  readonly applicationId: string | undefined;
  /** The unit of work that the handler reads and writes in. The handler's answer decides whether it commits. */
  readonly transaction: Transaction;
  /** Whether the client is gone. Nobody will read the answer then, and work that waits for its turn need not be done. */
  isAbandoned(): boolean;
}
