import type { Answer } from './answer.ts';

/** The clock behind everything that depends on time (D-12). */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** The authenticated user, to whom idempotency keys belong (D-07). */
export interface User {
  readonly id: string;
  /** The companies that the user may use, where the tokens port knows them, as that of `memoryPorts` does. Handlers find them in their context. */
  readonly companyIds?: readonly number[] | undefined;
}

/** The result of a login. */
export type LoginOutcome =
  | { readonly kind: 'granted'; readonly token: string }
  | { readonly kind: 'refused' }
  /** Too many failures in a row for this user name, known or not (AUTH-10). If only the name counted, strangers could lock it. */
  | { readonly kind: 'slowed'; readonly retryAfterSeconds: number }
  /** Too many logins at once, of this API key or in all. */
  | { readonly kind: 'busy'; readonly retryAfterSeconds: number };

/** Checks a user's password and issues a bearer token (AUTH-01, AUTH-02). */
export interface Login {
  /**
   * @param apiKey the valid API key of the request; it shows who tries many user names
   * @param address the IP address that the request came from, as Fastify has it
   */
  login(userName: string, password: string, apiKey: string, address: string): Promise<LoginOutcome>;
}

/** Finds the user of a bearer token, or undefined if it is unknown or expired (AUTH-04, AUTH-05). */
export interface TokenVerifier {
  verify(token: string): Promise<User | undefined>;
}

/** Checks the developers' API keys (HDR-01, HDR-02). */
export interface ApiKeys {
  verify(apiKey: string): Promise<boolean>;
}

/** Checks which companies a user may use, and their license keys. */
export interface Licenses {
  /** Whether the company exists, belongs to this user, and has this key (HDR-05, COMP-07). */
  covers(user: User, companyId: number, licenseKey: string): Promise<boolean>;
  /** Whether the key belongs to any of this user's companies (HDR-10). */
  coversAny(user: User, licenseKey: string): Promise<boolean>;
}

/** The user and the company that a unit of work runs for. */
export interface Access {
  readonly user: User;
  /** Undefined for configuration endpoints. */
  readonly companyId: number | undefined;
  /** Undefined when the caller sent none (D-05). */
  readonly applicationId: string | undefined;
}

/** An idempotency key and the request that it is bound to (IDEM-13). */
export interface BoundKey {
  readonly key: string;
  /** Differs if the method, the URL or the body differs. */
  readonly fingerprint: string;
}

/** The result of a unit of work. */
export interface Outcome {
  readonly answer: Answer;
  /** Whether the handler's writes are kept. If not, they are rolled back. */
  readonly effective: boolean;
  /** Whether the answer is stored under the key (D-07). */
  readonly remembered: boolean;
}

export type OnceOutcome =
  | { readonly kind: 'executed'; readonly answer: Answer }
  | { readonly kind: 'replayed'; readonly answer: Answer }
  /** The first request with this key is still running (IDEM-05). */
  | { readonly kind: 'in-progress' }
  /** The key is bound to another request (IDEM-07 to IDEM-09). */
  | { readonly kind: 'mismatch' };

/** The store: units of work, each one transaction, and the idempotency keys that commit with them. */
export interface Transactions<Transaction> {
  /** A unit that only reads. */
  read(access: Access, work: (transaction: Transaction) => Promise<Outcome>): Promise<Answer>;
  /** A unit that writes. It is committed if it is effective, and rolled back if not. */
  write(access: Access, work: (transaction: Transaction) => Promise<Outcome>): Promise<Answer>;
  /**
   * A unit that writes at most once for this user and key. Key, effect and answer commit together or not at all, and are kept
   * for `IDEMPOTENCY_RETENTION_MS`. A key is in progress exactly as long as the process that runs it is alive; no time-out ends it.
   */
  writeOnce(access: Access, key: BoundKey, work: (transaction: Transaction) => Promise<Outcome>): Promise<OnceOutcome>;
}

/** Everything that an implementation supplies in addition to its handlers. */
export interface Ports<Transaction> {
  readonly clock: Clock;
  readonly login: Login;
  readonly tokens: TokenVerifier;
  readonly apiKeys: ApiKeys;
  readonly licenses: Licenses;
  readonly transactions: Transactions<Transaction>;
}
