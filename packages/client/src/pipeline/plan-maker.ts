import type { ConnectionOptions } from '../client-options.ts';
import { assertHeaderValue } from './connection.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { identityHeaders } from './identity-headers.ts';
import type { RequestPlan } from './request-plan.ts';

const KEY_HEADER = 'idempotency-key';

/** What differs from one request to the next. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The caller's own key; `null` for a request that needs none, because it has no effect that could happen twice. */
  readonly key?: string | null | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_DEFAULT_MS = 30_000;

/** Makes the plans for one identity: a company, or the login, which has no license key. */
export function planMaker(options: ConnectionOptions, licenseKey?: string): (request: PlannedRequest) => RequestPlan {
  const identity = identityHeaders(options, licenseKey);
  const secrets = [options.apiKey, options.password, licenseKey ?? ''];
  return ({ operation, method, url, headers, body, key: given, timeoutMs = options.timeoutMs ?? TIMEOUT_DEFAULT_MS, signal }) => {
    const key = given === null ? undefined : (given ?? keyFor(method));
    return {
      operation,
      method,
      url,
      headers: {
        ...headers,
        ...identity,
        ...(body === undefined ? undefined : { 'content-type': 'application/json' }),
        ...(key === undefined ? undefined : { [KEY_HEADER]: assertHeaderValue('The idempotency key', key) }),
      },
      body,
      key,
      repeatable: method === 'GET' || method === 'DELETE' || key !== undefined || given === null,
      timeoutMs,
      signal,
      secrets,
    };
  };
}

/**
 * A POST or PUT gets a key of its own, made before the first attempt and the same on each (CLI-06, CLI-09). GET and DELETE get none (CLI-11).
 */
function keyFor(method: string): string | undefined {
  return method === 'POST' || method === 'PUT' ? newIdempotencyKey() : undefined;
}
