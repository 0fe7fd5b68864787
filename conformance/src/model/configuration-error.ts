/** The suite cannot judge with its configuration. The message is one sentence that says what is wrong, where, and what to do. Exit 2. */
export class ConfigurationError extends Error {
  /** Tells it from other errors. */
  readonly code = 'configuration';
}
