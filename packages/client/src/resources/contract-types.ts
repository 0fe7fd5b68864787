import type { Listing } from './listing.ts';

export type { CallOptions, WriteOptions } from '../options/call-options.ts';
export type { Branded, ConcurrencyToken, EventGuid, Id, Input } from './branded.ts';
export type { Success } from './success.ts';
export type { Listing };

/** For each operation its method, its path, and whether the call has a `body`, the answer is a `list` or `text`. */
export type ResourceTable<Resources> = {
  readonly [Name in keyof Resources]: { readonly [Verb in keyof Resources[Name]]: string };
};
