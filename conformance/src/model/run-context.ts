import type { Session } from './session.ts';
import type { Target } from './target.ts';
import type { Webhooks } from './webhook.ts';

/** What the checks of one run share. The profile is no part of it: it says which rules are judged, and not how. */
export interface RunContext {
  /** What is judged. */
  readonly target: Target;
  /** The tokens of the run. */
  readonly session: Session;
  /** The webhooks of the run, and what arrived for them. */
  readonly webhooks: Webhooks;
  /** Stands in everything that the run creates. */
  readonly runName: string;
}
