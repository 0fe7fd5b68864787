/**
 * The request to be sent, independent of any attempt to send it: it is immutable, and no attempt consumes it. The body is kept
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
  /** The Idempotency-Key, which the headers have too. */
  readonly key: string | undefined;
  /** May be sent again after an attempt that may or may not have arrived. */
  readonly repeatable: boolean;
  readonly timeoutMs: number;
  /** How often it is sent at most, if the call has a limit of its own. */
  readonly maxAttempts: number | undefined;
  readonly signal: AbortSignal | undefined;
  /** Values that must not appear in an error, even if the service echoes them. */
  readonly secrets: readonly string[];
}

type OwnHeaders = Readonly<Record<string, string>> | undefined;

/** The init of fetch for one attempt. Redirects are not followed: that would send the keys in the headers to another host. */
export function toInit(
  { method, headers, body }: RequestPlan,
  token: string | undefined,
  signal: AbortSignal,
  own: OwnHeaders,
): RequestInit {
  const all = {
    ...(own && Object.fromEntries(new Headers(own))),
    ...headers,
    ...(token === undefined ? undefined : { authorization: `Bearer ${token}` }),
  };
  return { method, headers: all, redirect: 'manual', signal, ...(body === undefined ? undefined : { body }) };
}
