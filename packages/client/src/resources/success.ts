/** A successful answer, discriminated by its status. */
export interface Success<Status extends number, Data, Headers = Readonly<Record<never, never>>> {
  /** The HTTP status, which says which of the successes of the contract it is. */
  readonly status: Status;
  /** The body, parsed where it is JSON; undefined if there is none. */
  readonly data: Data;
  /** The headers of the contract that came with it, under their names there. */
  readonly headers: Headers;
  /** How often the request was sent. */
  readonly attempts: number;
  /** The key of the request. GET and DELETE have none. */
  readonly idempotencyKey: string | undefined;
  /** Whether this replays the answer to an earlier request with the same key (IDEM-03). */
  readonly replayed: boolean;
  /** The name of this request in the log of the service. */
  readonly requestId: string | undefined;
}
