/** One rule's say in when the target's clock is moved. Times are Unix milliseconds. */
export interface ClockShare {
  /** What the target's clock should show now. */
  nowMs(): number;
  /** What the target's clock showed at a moment of real time, at the earliest and at the latest. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number };
}
