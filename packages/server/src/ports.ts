import type { Answer } from './answer.ts';

/** The clock behind everything that depends on time (D-12). */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

/** The authenticated user, to whom idempotency keys belong (D-07). */
export interface User {
  /** Your identifier of the user. Keys, webhooks and limits belong to it. */
  readonly id: string;
  /** The companies that the user may use, where the tokens port knows them, as that of `memoryPorts` does. Handlers find them in their context. */
  readonly companyIds?: readonly number[] | undefined;
}

/** The result of a login. */
export type LoginOutcome =
  | {
      /** Name and password are right. */
      readonly kind: 'granted';
      /** The bearer token, which the answer carries in X-Token. */
      readonly token: string;
    }
  | {
      /** Name or password is wrong. The answer is 401. */
      readonly kind: 'refused';
    }
  | {
      /** Too many failures in a row for this user name, known or not (AUTH-10). If only the name counted, strangers could lock it. */
      readonly kind: 'slowed';
      /** When to try again, in seconds, as Retry-After says it. */
      readonly retryAfterSeconds: number;
    }
  | {
      /** Too many logins at once, of this API key or in all. */
      readonly kind: 'busy';
      /** When to try again, in seconds, as Retry-After says it. */
      readonly retryAfterSeconds: number;
    };

/** Checks a user's password and issues a bearer token (AUTH-01, AUTH-02). */
export interface Login {
  /**
   * Decides about one login. It rejects only if it cannot decide, which is answered 500.
   *
   * @param apiKey the valid API key of the request; it shows who tries many user names
   * @param address the IP address that the request came from, as Fastify has it
   */
  login(userName: string, password: string, apiKey: string, address: string): Promise<LoginOutcome>;
}

/** Finds the user of a bearer token, or undefined if it is unknown or expired (AUTH-04, AUTH-05). */
export interface TokenVerifier {
  /** The user that the token was issued to; undefined if it is unknown or has expired, which is answered 401. */
  verify(token: string): Promise<User | undefined>;
}

/** Checks the developers' API keys (HDR-01, HDR-02). */
export interface ApiKeys {
  /** Whether the key is valid. If not, the answer is 403. */
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
  /** The user that the token belongs to. */
  readonly user: User;
  /** Undefined for configuration endpoints. */
  readonly companyId: number | undefined;
  /** Undefined when the caller sent none (D-05). */
  readonly applicationId: string | undefined;
}

/** An idempotency key and the request that it is bound to (IDEM-13). */
export interface BoundKey {
  /** The Idempotency-Key, as the caller sent it. */
  readonly key: string;
  /** Differs if the method, the URL or the body differs. */
  readonly fingerprint: string;
}

/** The result of a unit of work. */
export interface Outcome {
  /** What the handler answered. */
  readonly answer: Answer;
  /** Whether the handler's writes are kept. If not, they are rolled back. */
  readonly effective: boolean;
  /** Whether the answer is stored under the key (D-07). */
  readonly remembered: boolean;
}

/** What became of a unit of work with a key. */
export type OnceOutcome =
  | {
      /** The unit ran now, with its effect. */
      readonly kind: 'executed';
      /** What the handler answered. */
      readonly answer: Answer;
    }
  | {
      /** An earlier unit with this key had run, and this one did not (IDEM-03). */
      readonly kind: 'replayed';
      /** What the handler answered then. */
      readonly answer: Answer;
    }
  | {
      /** The first request with this key is still running (IDEM-05). */
      readonly kind: 'in-progress';
    }
  | {
      /** The key is bound to another request (IDEM-07 to IDEM-09). */
      readonly kind: 'mismatch';
    };

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
  /** The time for everything that has a lifetime. */
  readonly clock: Clock;
  /** Checks passwords and issues tokens. */
  readonly login: Login;
  /** Knows the tokens that were issued. */
  readonly tokens: TokenVerifier;
  /** Knows the API keys of developers. */
  readonly apiKeys: ApiKeys;
  /** Knows which license key opens which company. */
  readonly licenses: Licenses;
  /** The store that the handlers write in. */
  readonly transactions: Transactions<Transaction>;
}
