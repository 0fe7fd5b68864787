/** Why a server does not start, what was wrong with the answer of a handler or a port, or why a delivery was not sent or not answered. */
export type ServerErrorCode =
  | 'handler-missing'
  | 'handler-unknown'
  | 'port-missing'
  | 'port-unknown'
  | 'option-invalid'
  | 'answer-invalid'
  | 'egress-refused'
  | 'delivery-timeout';

/** The base class of this package's errors. */
export class ServerError extends Error {
  /** What is wrong. Codes are stable. */
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServerError';
    this.code = code;
  }
}
