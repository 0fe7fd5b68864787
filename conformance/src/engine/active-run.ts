import type { Clock } from '../api/clock.ts';
import type { SharedSession } from '../api/session.ts';
import type { Timeline } from '../api/timeline.ts';
import type { OperationId } from '../generated/operations.ts';
import type { Driver } from '../http/driver.ts';
import type { Watch } from '../model/check.ts';
import type { RunContext } from '../model/run-context.ts';
import type { RunWebhooks } from '../receiver/run-webhooks.ts';
import type { JudgingRun } from './judging-run.ts';
import type { TargetWatch } from './target-watch.ts';
import type { Traces } from './traces.ts';

/** What the checks of one run of a service share, and what only the engine uses. */
export interface ActiveRun extends RunContext, JudgingRun {
  readonly driver: Driver;
  readonly session: SharedSession;
  readonly webhooks: RunWebhooks;
  readonly clock: Clock | undefined;
  readonly timeline: Timeline | undefined;
  /** Notices when the target is gone. */
  readonly watch: TargetWatch;
  /** What the run created and must remove. */
  readonly traces: Traces;
  /** The watchers that get every exchange, besides the run itself. */
  readonly watches: Watch[];
  /** Operations that the preflight found missing. The source does not give their paths. */
  readonly absent: OperationId[];
}
