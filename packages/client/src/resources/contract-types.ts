import type { Listing } from './listing.ts';

export type { CallOptions, WriteOptions } from '../options/call-options.ts';
export type { Branded, ConcurrencyToken, EventGuid, Id, Input, Rewrite } from './branded.ts';
export type { SentCall } from './sent-call.ts';
export type { Success } from './success.ts';
export type { Listing };

/** For each operation its method, its path, and what else is in the call or the answer. */
export type ResourceTable<Resources> = {
  readonly [Name in keyof Resources]: { readonly [Verb in keyof Resources[Name]]: string };
};
