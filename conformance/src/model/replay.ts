/** Where to find one failure again. */
interface ReplayedCase {
  /** The number of the check's property that failed, from 1. */
  readonly property: number;
  /** fast-check's path to the smallest failing case of that property. */
  readonly path: string;
  /** Which steps of a history ran. Absent if the case is no history. */
  readonly replayPath?: string;
}

/** Where to find an earlier run's failures, by rule. */
export type Replay = ReadonlyMap<string, ReplayedCase>;
