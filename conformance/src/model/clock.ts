/** One rule's part in the decision when the target's clock moves. Times are Unix milliseconds. */
export interface ClockShare {
  /** Whether the target reports its clock's time. If not, the suite assumes this machine's time at the start and knows only differences. */
  readonly isShown: boolean;
  /** What the target's clock should show now. */
  nowMs(): number;
  /** The earliest and latest time that the target's clock can have shown at a moment of real time. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number };
}
