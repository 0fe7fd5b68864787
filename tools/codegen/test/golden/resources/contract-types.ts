/** Stands for the file of the client that methods/resources.ts imports, so that the golden file compiles here. */
export type Branded<T, Of extends string> = T & { readonly of?: Of };
export type Input<T> = T;
export type Id<Of extends string> = Branded<number, Of>;
export type CallOptions = Readonly<Record<string, unknown>>;
export type WriteOptions = CallOptions;
export type SentCall<Result> = Promise<Result>;
export type Listing<Entry> = AsyncIterable<Entry>;
export type ResourceTable<Resources> = { readonly [Name in keyof Resources]: Readonly<Record<string, string>> };

export interface Success<Status extends number, Data, Headers = object> {
  readonly status: Status;
  readonly data: Data;
  readonly headers: Headers;
}
