/**
 * What is to be sent, apart from any attempt to send it: nothing in it is used up by an attempt, and nothing in it changes. The body is kept
 * as it was serialised, so that a repetition sends the same bytes (IDEM-07).
 */
export interface RequestPlan {
  /** `createArticolo`; for calls by path, method and path. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The Idempotency-Key, which stands in the headers too. */
  readonly key: string | undefined;
  /** May be sent again after an attempt of which nobody knows whether it arrived. */
  readonly repeatable: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  /** What must not be in an error, should the service repeat it. */
  readonly secrets: readonly string[];
}

/** A fresh description of one attempt. Redirects are not followed: that would carry the keys of the headers to wherever they lead. */
export function toInit({ method, headers, body }: RequestPlan, token: string | undefined, signal: AbortSignal): RequestInit {
  const authorized = token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
  return { method, headers: authorized, redirect: 'manual', signal, ...(body === undefined ? undefined : { body }) };
}
