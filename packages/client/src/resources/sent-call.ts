/** A call that is under way: a promise of its result. */
export interface SentCall<Result> extends Promise<Result> {
  /** The result, and beside it the response of `fetch`, whose body has been read: the result holds it. */
  withResponse(): Promise<Result & { readonly response: Response }>;
}

/** The same promise, which can say its response once it is fulfilled. */
export function sentCall<Result extends object>(result: Promise<Result>, response: () => Promise<Response> | Response): SentCall<Result> {
  return Object.assign(result, { withResponse: async () => ({ ...(await result), response: await response() }) });
}
