import type { Session } from './session.ts';
import type { Target } from './target.ts';
import type { Webhooks } from './webhook.ts';

/** What the checks of one run share. It leaves out the profile, which says which rules are judged, not how. */
export interface RunContext {
  /** What is judged. */
  readonly target: Target;
  /** The tokens of the run. */
  readonly session: Session;
  /** The webhooks of the run, and what arrived for them. */
  readonly webhooks: Webhooks;
  /** A name that everything that the run creates contains. */
  readonly runName: string;
}
