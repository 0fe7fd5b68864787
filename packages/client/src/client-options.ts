import type { Credential } from './options/credential.ts';
import type { Licenses } from './options/licenses.ts';
import type { ClientEvent } from './reporting/client-event.ts';
import type { Logger, LogLevel } from './reporting/log.ts';
import type { ResponseValidator } from './response-validator.ts';
import type { Clock } from './time/clock.ts';
import type { TokenStorage } from './token/token-storage.ts';

/** Sends one request and answers the response: the global `fetch`, or anything that behaves like it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An attempt that is about to be sent, without what is secret in it. */
export interface OutgoingRequest {
  /** Which call of this client, counted from 1, as in its events. */
  readonly call: number;
  /** The operationId, such as `createArticolo`; for calls by path, method and path; `authenticate` for a login. */
  readonly operation: string;
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The whole address, with its query. */
  readonly url: string;
  /** Which attempt of the call, counted from 1. */
  readonly attempt: number;
  /** The key of the request, the same for every attempt. GET and DELETE have none. */
  readonly idempotencyKey: string | undefined;
}

/** An answer that has come, without the token in it. */
export interface ReceivedAnswer extends OutgoingRequest {
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the answer, without the token. */
  readonly headers: Headers;
  /** The time from sending to the whole body, in milliseconds. */
  readonly durationMs: number;
}

/** Headers by their names; undefined for none. */
type OwnHeaders = Readonly<Record<string, string>> | undefined;
/** Says which headers an attempt carries beside those of the client. It may take its time: the attempt waits. */
export type BeforeRequest = (request: OutgoingRequest) => OwnHeaders | Promise<OwnHeaders>;

/** How often, and at what intervals, the client repeats requests that are safe to repeat. */
export interface RetryOptions {
  /** How often a request is sent at most, with the first time, after a lost connection, a 5xx or a 429: 1 to 100. Default 4. With 1 none is repeated. */
  readonly maxAttempts?: number | undefined;
  /** The wait before the first repetition is a random part of this, in milliseconds. It doubles each time. Default 100. */
  readonly baseMs?: number | undefined;
  /** The upper limit of that doubling, in milliseconds. Default 5000. */
  readonly capMs?: number | undefined;
  /** How many repetitions all calls together may use. Each success gives a tenth of one back. Default 20. */
  readonly budget?: number | undefined;
}

/** Where the service is, and the settings of all calls. An option that is undefined is not given. */
export interface ConnectionOptions {
  /** The base address of the Admin API, without `/api`. It may have a path. */
  readonly adminUrl: string;
  /** The base address of the Customer API, without `/api`. It may have a path. */
  readonly customerUrl: string;
  /** The developer's API key, or a function, which each call and each login asks. */
  readonly apiKey: Credential;
  /** A free-form identifier of your application; each application should have its own. */
  readonly applicationId: string;
  /** The name with which the user logs in. */
  readonly userName: string;
  /** The user's password, or a function, which each login asks. No error, event or log holds it. */
  readonly password: Credential;
  /** The product word that replaces `Service` in the header names of a live installation (D-13). Default `Service`. */
  readonly headerWord?: string | undefined;
  /** The deadline of one call with its login, waits and attempts, in milliseconds. Default 30000. `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /** How often and when a call is repeated. Default: four attempts at most, see each option. */
  readonly retry?: RetryOptions | undefined;
  /** Keeps the token beyond this client, for other processes too. Default: in memory. */
  readonly tokenStorage?: TokenStorage | undefined;
  /**
   * Called with every event, for logs, metrics and traces. Events hold nothing secret. Nothing waits for it, and what it throws or rejects
   * with goes to the console, once, and no further.
   */
  readonly onEvent?: ((event: ClientEvent) => void) | undefined;
  /** Called before each attempt, logins too, and waited for. What it answers is sent as headers of the attempt. */
  readonly beforeRequest?: BeforeRequest | undefined;
  /** Called after each answer, whatever its status. Nothing waits for it. */
  readonly afterAnswer?: ((answer: ReceivedAnswer) => void) | undefined;
  /** Where events are logged. Default: the console. */
  readonly logger?: Logger | undefined;
  /** What is logged: this, and what is graver. Default: what the environment says in `BUSINESS_CLOUD_LOG`; else `warn` with a logger, and `off` without. */
  readonly logLevel?: LogLevel | undefined;
  /** The license keys of the user's companies, once for all: `{ 1: '...' }`, or a function. */
  readonly licenses?: Licenses | undefined;
  /** What sends requests. Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** The time, for tests. Default: real time. */
  readonly clock?: Clock | undefined;
  /** Numbers from 0 to 1 (exclusive), for tests. Default: `Math.random`. */
  readonly random?: (() => number) | undefined;
}

/** Where the service is, who calls, and what only calls by name need. */
export interface ClientOptions extends ConnectionOptions {
  /** The license key for calls of the configuration. The key of any company of the user will do (HDR-10). Default: those of `licenses` and of `company(...)`. */
  readonly licenseKey?: string | undefined;
  /** Validates answers. `@business-cloud/client/validation` has one that is made from the contract. Default: none. Answers are trusted then. */
  readonly validate?: ResponseValidator | undefined;
}
