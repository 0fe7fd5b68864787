import type { Exchange } from '../model/exchange.ts';
import type { Replay } from '../model/run-options.ts';
import type { ExchangeLog } from './exchange-log.ts';
import type { Workers } from './workers.ts';

/** What the engine works with in a run of any role. */
export interface JudgingRun {
  /** A name that everything that the run creates contains. */
  readonly runName: string;
  readonly seed: number;
  /** Multiplies the number of cases of every property. Below 1, only this share of listed cases is tried too. */
  readonly effort: number;
  /** Limits how many rules send at once. */
  readonly workers: Workers;
  /** Ends the run. No call is sent after it. */
  readonly signal: AbortSignal;
  /** Everything that the run sends. */
  readonly log: ExchangeLog;
  /** Called with every exchange and its rule. */
  readonly observe?: ((rule: string, exchange: Exchange) => void) | undefined;
  /** Failing cases of an earlier run, by rule. */
  readonly replay?: Replay | undefined;
}
