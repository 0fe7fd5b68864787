/** Why a call ended without an answer of the operation. The codes are stable; messages are for people and may change. */
export type ClientErrorCode = 'authentication-failed' | 'token-refused';

export interface ClientErrorDetails {
  /** The HTTP status that led to the error. */
  readonly status: number;
  /** The key that the request was sent with, if it had one: with it the operation can be tried again without a second effect. */
  readonly idempotencyKey?: string;
}

/** The one error class of this package. It never carries a password, a key or a token. */
export class ClientError extends Error {
  override readonly name: string = 'ClientError';
  readonly code: ClientErrorCode;
  readonly status: number;
  readonly idempotencyKey: string | undefined;

  constructor(code: ClientErrorCode, message: string, details: ClientErrorDetails) {
    super(message);
    this.code = code;
    this.status = details.status;
    this.idempotencyKey = details.idempotencyKey;
  }
}
