/** What stops the service, or keeps it from starting. */
export type ServiceErrorCode =
  | 'bad-argument'
  | 'database-locked'
  | 'database-unusable'
  | 'database-unreachable'
  | 'database-lost'
  | 'schema-newer'
  | 'key-unusable'
  | 'seal-broken'
  | 'address-in-use'
  | 'egress-refused'
  | 'delivery-timeout'
  | 'lookup-unanswered'
  | 'wrong-company'
  | 'not-found'
  | 'change-refused';

/** The base class of this package's errors. */
export class ServiceError extends Error {
  /** What is wrong. Codes are stable. */
  readonly code: ServiceErrorCode;

  constructor(code: ServiceErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServiceError';
    this.code = code;
  }
}
