import type { Listing } from './listing.ts';

export type { Branded, ConcurrencyToken, EventGuid, Id } from './branded.ts';
export type { Success } from './success.ts';
export type { Listing };

/** What a single call can be given. */
export interface CallOptions {
  /** Ends the call in whatever it is doing: login, attempt or wait. */
  readonly signal?: AbortSignal;
  /** The deadline of this call, over login, waits and attempts, in milliseconds. Default: the client's. */
  readonly timeoutMs?: number;
}

export interface WriteOptions extends CallOptions {
  /** Your own key, to repeat an operation across runs of your program. Default: a new one for each call (CLI-09). */
  readonly idempotencyKey?: string;
}

/** For each operation its method, its path, and whether the call has a `body`, the answer is a `list` or `text`. */
export type ResourceTable<Resources> = {
  readonly [Name in keyof Resources]: { readonly [Verb in keyof Resources[Name]]: string };
};
