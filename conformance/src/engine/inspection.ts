/** One inspection of the configuration or the target. */
export interface Inspection {
  /** What is inspected, in a person's words. */
  readonly what: string;
  /** The inspections that must succeed before this one makes sense. */
  readonly needs: readonly string[];
  /** Returns what was found. @throws ConfigurationError, Doubt with one sentence that says what to correct */
  readonly look: () => Promise<string>;
}

/** The configuration or the target may be wrong. The rules will show which, so the run goes on. */
export class Doubt extends Error {}
