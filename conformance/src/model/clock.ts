/** One rule's say in when the target's clock is moved. Times are Unix milliseconds. */
export interface ClockShare {
  /** Whether the target says what its clock shows: if not, that it began with the time of this machine is a guess, and only differences are known. */
  readonly isShown: boolean;
  /** What the target's clock should show now. */
  nowMs(): number;
  /** What the target's clock showed at a moment of real time, at the earliest and at the latest. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number };
}
