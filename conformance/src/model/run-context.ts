import type { Profile } from './result.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';
import type { Webhooks } from './webhook.ts';

/** What the checks of one run share. */
export interface RunContext {
  readonly target: Target;
  readonly session: Session;
  readonly webhooks: Webhooks;
  /** Under `reference` our own decisions are judged too, where the source leaves something open. */
  readonly profile: Profile;
  /** Stands in everything that the run creates. */
  readonly runName: string;
}
