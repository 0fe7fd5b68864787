import type { components } from '../generated/customer.ts';

/** The problem document of an answer (RFC 9457), as the service sent it, but without secrets. `code` may be one that this version does not know. */
export type ProblemDocument = Partial<components['schemas']['Problem']>;

/** An answer that the contract does not have, such as the page of a proxy, but without secrets. */
export interface OtherAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 2,048 characters. */
  readonly body: string;
}

/** Why a call failed. The codes are stable. Messages are for people and may change. */
export type ClientErrorCode =
  | 'aborted'
  | 'authentication-failed'
  | 'conflict'
  | 'contract-breach'
  | 'forbidden'
  | 'idempotency-mismatch'
  | 'invalid-argument'
  | 'not-found'
  | 'refused'
  | 'service-failure'
  | 'stale-token'
  | 'timeout'
  | 'token-refused'
  | 'too-many-requests'
  | 'transport'
  | 'validation';

/** What is known about a failed call. */
export interface ClientErrorDetails {
  /** `createArticolo`; for calls by path, method and path. */
  readonly operation?: string | undefined;
  /** The HTTP status of the last answer, if one came. */
  readonly status?: number | undefined;
  /** The problem document of that answer, if it held one. */
  readonly problem?: ProblemDocument | undefined;
  /** What came instead, if it held none or broke the contract. */
  readonly answer?: OtherAnswer | undefined;
  /** The headers of a refusal. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The name of this request in the log of the service. */
  readonly requestId?: string | undefined;
  /** How often the request was sent. 0 when it never was. */
  readonly attempts?: number | undefined;
  /** The key of the request. For 24 hours, the operation can be tried again with it without a second effect. */
  readonly idempotencyKey?: string | undefined;
  /** How long the service asked the client to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** The error below this one, such as that of `fetch`. */
  readonly cause?: unknown;
}

/** The base of every error of this package. None carries a password, a key of the headers or a token. */
export class ClientError<Code extends ClientErrorCode = ClientErrorCode> extends Error {
  /** Always `ClientError`. Ask for `code` to tell errors apart. */
  override readonly name: string = 'ClientError';
  /** Which failure it is. Codes are stable. */
  readonly code: Code;
  /** `createArticolo`; for calls by path, method and path. Absent if no call was made. */
  declare readonly operation: string | undefined;
  /** The HTTP status of the last answer. Absent if none came. */
  declare readonly status: number | undefined;
  /** The problem document of that answer. Absent if it held none. */
  declare readonly problem: ProblemDocument | undefined;
  /** What came instead, if the answer held no problem document or broke the contract. */
  declare readonly answer: OtherAnswer | undefined;
  /** The headers of a refusal, without secrets. Names in lower case. Absent if none came. */
  declare readonly headers: Readonly<Record<string, string>> | undefined;
  /** The name of this request in the log of the service. */
  declare readonly requestId: string | undefined;
  /** How often the request was sent. 0 when it never was. */
  declare readonly attempts: number;
  /** The key of the request. For 24 hours, the operation can be tried again with it without a second effect. */
  declare readonly idempotencyKey: string | undefined;
  /** How long the service asked the client to wait, in milliseconds. Absent if it did not. */
  declare readonly retryAfterMs: number | undefined;

  constructor(code: Code, message: string, { cause, headers, ...details }: ClientErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.assign(this, { attempts: 0, ...details });
    // They would hide the rest where the error is printed.
    Object.defineProperty(this, 'headers', { value: headers });
    // Node prints no more than two levels by itself, and the faults of a problem stand on the third.
    Object.defineProperty(this, Symbol.for('nodejs.util.inspect.custom'), { value: inspected });
  }

  /** What `isClientError` looks for: the errors of every copy of this package have it. */
  get isBusinessCloudError(): true {
    return true;
  }
}

function inspected(this: unknown, _depth: number, options: object, inspect?: (value: unknown, options: object) => string): unknown {
  return inspect?.(this, { ...options, depth: 5, customInspect: false }) ?? this;
}
