import type { Clock } from '../api/clock.ts';
import type { SharedSession } from '../api/session.ts';
import type { Timeline } from '../api/timeline.ts';
import type { Driver } from '../http/driver.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Replay } from '../model/replay.ts';
import type { RunContext } from '../model/run-context.ts';
import type { RunWebhooks } from '../receiver/run-webhooks.ts';
import type { Traces } from './traces.ts';
import type { Workers } from './workers.ts';

/** What the checks of one run share, with what the engine alone works with. */
export interface ActiveRun extends RunContext {
  readonly driver: Driver;
  readonly session: SharedSession;
  readonly webhooks: RunWebhooks;
  readonly clock: Clock | undefined;
  readonly timeline: Timeline | undefined;
  /** What the run created, to be removed. */
  readonly traces: Traces;
  readonly seed: number;
  /** Multiplies the number of cases of every property; where it is less than 1, of listed cases too only such a share is tried. */
  readonly effort: number;
  /** How many rules send at once. */
  readonly workers: Workers;
  /** Ends the run: no call is sent after it. */
  readonly signal: AbortSignal;
  /** Called with every exchange, and the rule that it was made for. */
  readonly observe?: ((rule: string, exchange: Exchange) => void) | undefined;
  /** Cases that an earlier run found to fail, by rule. */
  readonly replay?: Replay | undefined;
}
