/** Why a server does not start. */
export type ServerErrorCode = 'handler-missing' | 'port-missing' | 'option-invalid';

/** The base class of this package's errors. */
export class ServerError extends Error {
  readonly code: ServerErrorCode;

  constructor(code: ServerErrorCode, message: string) {
    super(message);
    this.name = 'ServerError';
    this.code = code;
  }
}
