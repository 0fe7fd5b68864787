import type { Exchange } from '../model/exchange.ts';
import type { Replay } from '../model/replay.ts';
import type { ExchangeLog } from './exchange-log.ts';
import type { Workers } from './workers.ts';

/** What the engine works with in a run of any role. */
export interface JudgingRun {
  /** Stands in everything that the run creates. */
  readonly runName: string;
  readonly seed: number;
  /** Multiplies the number of cases of every property; where it is less than 1, of listed cases too only such a share is tried. */
  readonly effort: number;
  /** How many rules send at once. */
  readonly workers: Workers;
  /** Ends the run: no call is sent after it. */
  readonly signal: AbortSignal;
  /** All that the run sends. */
  readonly log: ExchangeLog;
  /** Called with every exchange, and the rule that it was made for. */
  readonly observe?: ((rule: string, exchange: Exchange) => void) | undefined;
  /** Cases that an earlier run found to fail, by rule. */
  readonly replay?: Replay | undefined;
}
