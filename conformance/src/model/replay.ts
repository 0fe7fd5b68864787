/** Where one failure stands. */
interface ReplayedCase {
  /** Which of the check's properties failed, counted from 1. */
  readonly property: number;
  /** Where fast-check found the smallest case of that property. */
  readonly path: string;
  /** Which steps of a history ran. Absent if the case is no history. */
  readonly replayPath?: string;
}

/** Where an earlier run's failures stand, by rule: which property of the rule's check, and fast-check's path in it. */
export type Replay = ReadonlyMap<string, ReplayedCase>;
