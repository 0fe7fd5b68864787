/** The suite cannot judge with this configuration. The message says in one sentence what is wrong, where, and what to do. Exit code 2. */
export class ConfigurationError extends Error {
  /** Distinguishes it from other errors. */
  readonly code = 'configuration';
}
