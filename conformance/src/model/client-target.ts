/** The environment variables that tell a client about the service and its task. */
export type ClientEnvironment = Readonly<Record<ClientVariable, string>>;

/** The names of a client's environment variables. */
export type ClientVariable =
  | 'CONFORMANCE_ADMIN_URL'
  | 'CONFORMANCE_CUSTOMER_URL'
  | 'CONFORMANCE_VERSION'
  | 'CONFORMANCE_HEADER_WORD'
  | 'CONFORMANCE_USERNAME'
  | 'CONFORMANCE_PASSWORD'
  | 'CONFORMANCE_API_KEY'
  | 'CONFORMANCE_APPLICATION_ID'
  | 'CONFORMANCE_COMPANY_ID'
  | 'CONFORMANCE_LICENSE_KEY'
  | 'CONFORMANCE_OTHER_COMPANY_ID'
  | 'CONFORMANCE_OTHER_LICENSE_KEY'
  | 'CONFORMANCE_OBJECT_ID'
  | 'CONFORMANCE_NOME'
  | 'CONFORMANCE_DEADLINE_MS'
  | 'CONFORMANCE_SCENARIO';

/** A client in this process. It resolves if the operation succeeded and rejects if it failed. It should stop when the signal is aborted. */
export type ClientFunction = (environment: ClientEnvironment, signal: AbortSignal) => Promise<void>;

/** Everything the suite knows about a client that it judges. */
export interface ClientTarget {
  /** A command with its arguments, or a function. */
  readonly client: readonly string[] | ClientFunction;
  /** The product word in header names. */
  readonly headerWord: string;
  /** How long an execution may take before it counts as hanging. */
  readonly scenarioTimeoutMs: number;
}
