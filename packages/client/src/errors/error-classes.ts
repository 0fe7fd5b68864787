import { ClientError, type ClientErrorDetails } from './client-error.ts';

/** The login was refused (`authentication-failed`), or a new token was refused (`token-refused`, CLI-05). */
export class AuthenticationError extends ClientError<'authentication-failed' | 'token-refused'> {}

/** 403: one of the keys in the headers is missing, not valid, or not for this company. */
export class ForbiddenError extends ClientError<'forbidden'> {
  /** Which header it was. Absent if the service does not say. */
  get header(): 'ApiKey' | 'LicenseKey' | undefined {
    if (this.problem?.code === 'api-key-invalid') return 'ApiKey';
    return this.problem?.code === 'license-key-invalid' ? 'LicenseKey' : undefined;
  }
}

/** 409: a request with the same key was still in progress when the time to wait was over. */
export class ConflictError extends ClientError<'conflict'> {}

/** 422: the key of the caller belongs to another request. */
export class IdempotencyMismatchError extends ClientError<'idempotency-mismatch'> {}

/** 422: somebody has changed the object since its ConcurrencyToken was read. */
export class StaleTokenError extends ClientError<'stale-token'> {
  /** From `change`: the object as whoever was faster left it, with its newest ConcurrencyToken. Absent if it could not be read. */
  declare readonly current: unknown;

  constructor(code: 'stale-token', message: string, details: ClientErrorDetails & { readonly current?: unknown } = {}) {
    super(code, message, details);
  }
}

/** One thing that is wrong in a request, and its place. */
export interface RequestFault {
  /** The part of the request: `body`, `query`, `path`, `header`, or `object` for what is stored. */
  readonly in: string;
  /** A JSON pointer into that part; empty for the whole. */
  readonly pointer: string;
  /** What is wrong, in one sentence. */
  readonly detail: string;
}

/** 400, or a 422 with a list of errors: something in the request is wrong. */
export class ValidationError extends ClientError<'validation'> {
  /** A JSON pointer to the first fault, into the part of the request that `errors` names. */
  get pointer(): string | undefined {
    return this.errors[0]?.pointer;
  }

  /** Each fault, and its place. */
  get errors(): readonly RequestFault[] {
    return this.problem?.errors ?? [];
  }
}

/** 404: there is no such object. */
export class NotFoundError extends ClientError<'not-found'> {}

/** Any other 4xx: the service refuses this; `problem.code` says why. */
export class RefusedError extends ClientError<'refused'> {}

/** 429: too many requests; `retryAfterMs` says how long to wait. */
export class TooManyRequestsError extends ClientError<'too-many-requests'> {}

/** 5xx: the service failed, on every attempt. */
export class ServiceFailureError extends ClientError<'service-failure'> {}

/** No answer came: the connection was refused, lost or cut, and repeating did not help or was not safe. */
export class TransportError extends ClientError<'transport'> {}

/** The deadline of the call passed. A POST or PUT may have taken effect, so try again with its `idempotencyKey`. */
export class TimeoutError extends ClientError<'timeout'> {}

/** The caller's signal ended the call; `cause` is its reason. */
export class AbortedError extends ClientError<'aborted'> {}

/** What is known about an answer that breaks the contract. */
export interface ContractBreachDetails extends ClientErrorDetails {
  /** The place in the answer, as a JSON pointer. */
  readonly pointer?: string | undefined;
}

/** The answer of the service breaks the contract. */
export class ContractBreachError extends ClientError<'contract-breach'> {
  /** The place in the answer, as a JSON pointer. */
  declare readonly pointer: string | undefined;

  constructor(code: 'contract-breach', message: string, details: ContractBreachDetails = {}) {
    super(code, message, details);
  }
}

/** An option or an argument cannot be used; nothing was sent. */
export class InvalidArgumentError extends ClientError<'invalid-argument'> {}

/** Every error of this package, discriminated by `code`. */
export type AnyClientError =
  | AbortedError
  | AuthenticationError
  | ConflictError
  | ContractBreachError
  | ForbiddenError
  | IdempotencyMismatchError
  | InvalidArgumentError
  | NotFoundError
  | RefusedError
  | ServiceFailureError
  | StaleTokenError
  | TimeoutError
  | TooManyRequestsError
  | TransportError
  | ValidationError;

/**
 * Whether a thrown value is an error of this package. Its `code` says which. Prefer it to `instanceof`, which does not recognise the
 * errors of a second copy of this package, such as one that was loaded by `require` beside one by `import`.
 *
 * @example
 * try {
 *   await company.articolo.get(id);
 * } catch (error) {
 *   if (!isClientError(error) || error.code !== 'not-found') throw error;
 * }
 */
export function isClientError(error: unknown): error is AnyClientError {
  return 'isBusinessCloudError' in Object(error);
}
