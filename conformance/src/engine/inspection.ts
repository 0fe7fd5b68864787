/** One look at the configuration or the target. */
export interface Inspection {
  /** What is looked at, as a person would name it. */
  readonly what: string;
  /** Steps that must have been right for this one to say anything. */
  readonly needs: readonly string[];
  /** Answers what was found. @throws ConfigurationError, Doubt with one sentence that says what to correct. */
  readonly look: () => Promise<string>;
}

/** Something may be wrong with the configuration or with the target: the rules will show which, so the run goes on. */
export class Doubt extends Error {}
