import type { Contender, MeasureOptions } from './measure.ts';

/** A comparison: a file `src/<area>/<name>.bench.ts` exports one as `benchmark`. */
export interface Benchmark {
  readonly title: string;
  /** What must hold, in words; it is reported beside the ratios, never asserted. */
  readonly goal?: string;
  readonly options?: MeasureOptions;
  /** Prepares the contenders, the baseline first. What is opened here is closed by `close`. */
  open(): Promise<Opened>;
}

export interface Opened {
  readonly contenders: readonly Contender[];
  close?(): Promise<void>;
}
