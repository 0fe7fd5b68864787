import type { ClientEvent } from './pipeline/client-event.ts';
import type { Clock } from './pipeline/clock.ts';
import type { ResponseValidator } from './resources/response-validator.ts';
import type { TokenStorage } from './token/token-storage.ts';

/** Sends one request and answers the response: the global `fetch`, or anything that behaves like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How often, and how patiently, what is safe to repeat is repeated. */
export interface RetryOptions {
  /** How often a request is sent at most because of lost connections, 5xx and 429, the first time included. Default 4; 1 repeats nothing of these. */
  readonly maxAttempts?: number;
  /** The wait before the first repetition is a random part of this, in milliseconds; it doubles each time. Default 100. */
  readonly baseMs?: number;
  /** What that doubling ends at, in milliseconds. Default 5000. */
  readonly capMs?: number;
  /** How many repetitions all calls together may have in reserve; each success gives a tenth of one back. Default 20. */
  readonly budget?: number;
}

/** Where the service is, and what of a call can be set for all. */
export interface ConnectionOptions {
  /** The base address of the Admin API, without `/api`. It may have a path. */
  readonly adminUrl: string;
  /** The base address of the Customer API, without `/api`. It may have a path. */
  readonly customerUrl: string;
  /** The developer's API key. */
  readonly apiKey: string;
  /** A free-form identifier of your application; a value of its own for each application is advised. */
  readonly applicationId: string;
  readonly userName: string;
  readonly password: string;
  /** The product word of the live header names, which stands for `Service` in the contract (D-13). Default `Service`. */
  readonly headerWord?: string;
  /** The deadline of one call, over login, waits and attempts, in milliseconds. Default 30000; `Infinity` for none. */
  readonly timeoutMs?: number;
  readonly retry?: RetryOptions;
  /** Keeps the token beyond this client, for other processes too. Default: in memory. */
  readonly tokenStorage?: TokenStorage;
  /** Is told what happens, for logs, measurements and traces; nothing secret is in it. What it throws is ignored. */
  readonly onEvent?: (event: ClientEvent) => void;
  /** What sends requests. Default: the global `fetch`. */
  readonly fetch?: Fetch;
  /** The time, for tests. Default: real time. */
  readonly clock?: Clock;
  /** Numbers from 0 to 1 (exclusive), for tests. Default: `Math.random`. */
  readonly random?: () => number;
}

export interface ClientOptions extends ConnectionOptions {
  /** The license key that calls of the configuration carry: that of any company of the user (HDR-10). Default: that of the first `company(...)`. */
  readonly licenseKey?: string;
  /** Judges answers; `@business-cloud/client/validation` has one made from the contract. Default: none, answers are taken as they come. */
  readonly validate?: ResponseValidator;
}
