import type { Settings } from '../settings.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { identityHeaders } from './identity-headers.ts';
import type { RequestPlan } from './request-plan.ts';

const KEY_HEADER = 'idempotency-key';

/** What differs from one request to the next. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
  /** The caller's own key; `null` for a request that needs none, because it has no effect that could happen twice. */
  readonly key?: string | null | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const TIMEOUT_DEFAULT_MS = 30_000;

/** The deadline of a call that has none of its own. */
export function timeoutOf({ timeoutMs = TIMEOUT_DEFAULT_MS }: Settings): number {
  return timeoutMs;
}

/** Makes the plan of a request, for a company by its license key; the login has none. */
export type PlanMaker = (request: PlannedRequest, licenseKey?: string) => RequestPlan;

export function planMaker(settings: Settings): PlanMaker {
  const identity = identityHeaders(settings);
  return ({ operation, method, url, headers, body, key: given, timeoutMs = timeoutOf(settings), maxRetries, signal }, licenseKey) => {
    const key = given === null ? undefined : (given ?? keyFor(method));
    return {
      operation,
      method,
      url,
      headers: {
        ...(headers && Object.fromEntries(new Headers(headers))),
        ...identity(licenseKey),
        ...(body === undefined ? undefined : { 'content-type': 'application/json' }),
        ...(key === undefined ? undefined : { [KEY_HEADER]: key }),
      },
      body,
      key,
      repeatable: method === 'GET' || method === 'DELETE' || key !== undefined || given === null,
      timeoutMs,
      maxAttempts: maxRetries === undefined ? undefined : maxRetries + 1,
      signal,
      secrets: [settings.apiKey, settings.password, licenseKey].filter((secret) => typeof secret === 'string'),
    };
  };
}

/**
 * A POST or PUT gets a key of its own, made before the first attempt and the same on each (CLI-06, CLI-09). GET and DELETE get none (CLI-11).
 */
function keyFor(method: string): string | undefined {
  return method === 'POST' || method === 'PUT' ? newIdempotencyKey() : undefined;
}
