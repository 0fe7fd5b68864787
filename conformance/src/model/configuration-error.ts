/** The suite cannot judge with what it was given: one sentence that says what, where and what to do. Exit 2. */
export class ConfigurationError extends Error {
  readonly code = 'configuration';
}
