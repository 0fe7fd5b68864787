import { ATTEMPT_DEADLINE_MS, RETRY_DELAYS_MS, SIGNATURE_TOLERANCE_MS } from '../generated/limits.ts';

const HOUR_MS = 3_600_000;

/** Every time in milliseconds that checks of a service wait, move the clock by, or compare with. What a user can set is in `timing`. */
export const times: {
  /** The suite reads what has reached this machine within this time, and concludes nothing before. */
  readonly unreadMs: number;
  /** When the first of several attempts has come, the others come within this. */
  readonly firstComeMs: number;
  /** An attempt that was on its way when its webhook changed arrives within this. */
  readonly underWayMs: number;
  /** Within this, a target has recorded how an attempt ended. The next wait counts from there, so the clock does not move before. */
  readonly notedMs: number;
  /** Like `notedMs`, for a target that turned out to be slow. */
  readonly notedLateMs: number;
  /** The pause between two retries that a move of the clock made due. It doubles after each move without a retry. */
  readonly betweenRetriesMs: number;
  readonly betweenRetriesAtMostMs: number;
  /** A retry comes within this after a move of the clock. Otherwise the clock moves again. */
  readonly afterMoveMs: number;
  /** Like `afterMoveMs`, if the clock does not move again. */
  readonly afterOnlyMoveMs: number;
  /** A webhook that gets events of other rules is removed after this at the latest. */
  readonly removedAfterMs: number;
  /** How long to look for a retry that comes too soon: this multiple of the time that others took, within these bounds. */
  readonly tooSoonMs: { readonly times: number; readonly atLeast: number; readonly atMost: number };
  /** How long one rule waits for other rules that may share its contact. */
  readonly sharedAfterMs: number;
  /** The pauses between looks, because a target may show its work a little later. */
  readonly betweenLooksMs: readonly number[];
  /** The pause after a 409 without Retry-After, and the longest pause that the suite takes. */
  readonly afterConflictMs: number;
  readonly afterConflictAtMostMs: number;
  /** After this, a timestamp in whole seconds has changed. */
  readonly anotherSecondMs: number;

  /** How long the receiver is silent before it cuts a connection. */
  readonly silentMs: number;
  /** Like `silentMs`, while an endpoint is down for several deliveries at once. */
  readonly downMs: number;
  /** Like `silentMs`, for a delivery that must not hold up others. */
  readonly blockingMs: number;
  /** How long an attempt is held while its webhook changes. The second value is for a target that takes longer. */
  readonly heldMs: readonly number[];
  /** A late confirmation comes after this, well within the deadline of an attempt. */
  readonly confirmedLateMs: number;

  /** A move of the clock that makes the first retry due. */
  readonly firstRetryMoveMs: number;
  /** A move of the clock that makes any retry due, because it is longer than the longest wait. */
  readonly retryMoveMs: number;
  /** A move of the clock past everything that may still be due. */
  readonly lastMoveMs: number;
  /** The moves of the clock to measure when a retry is due. Each is larger than all before it. */
  readonly measuredMovesMs: readonly number[];
  /** A move after which the target's clock cannot be mistaken for real time. */
  readonly headStartMs: number;
  /** A move after which a timestamp is too old, but not by much. */
  readonly outdatedMoveMs: number;

  /** The suite's idea of the target's clock may be wrong by this much. */
  readonly clockOffMs: number;
  /** The clock moves to this long before the end of a wait, and to this long after it. */
  readonly roomMs: number;
  /** A token is tried this long after its end. */
  readonly afterExpiryMs: number;
  /** No retry is due within this after an attempt unless the clock moves. */
  readonly ownDelayMs: number;
  /** An attempt this soon after another is its duplicate: in real time, by the target's clock, and next to a hanging one. */
  readonly duplicateMs: number;
  readonly duplicateByClockMs: number;
  readonly duplicateOfHangingMs: number;
  /** A timestamp this far ahead of real time comes from the target's clock. */
  readonly aheadMs: number;
  /** A target's deadline counts as longer or shorter than another time only if they differ by this much. */
  readonly deadlineOffMs: number;
  /** A client's timer may end this early. */
  readonly timerOffMs: number;
} = {
  unreadMs: 50,
  firstComeMs: 150,
  underWayMs: 1_000,
  notedMs: 100,
  notedLateMs: 1_000,
  betweenRetriesMs: 200,
  betweenRetriesAtMostMs: 1_000,
  afterMoveMs: 2_500,
  afterOnlyMoveMs: 5_000,
  removedAfterMs: 500,
  tooSoonMs: { times: 2, atLeast: 60, atMost: 1_000 },
  sharedAfterMs: 1_000,
  betweenLooksMs: [50, 50, 100, 200, 400, 800],
  afterConflictMs: 100,
  afterConflictAtMostMs: 2_000,
  anotherSecondMs: 2_100,

  silentMs: 100,
  downMs: 300,
  blockingMs: 3_000,
  heldMs: [700, 2_100],
  confirmedLateMs: 0.75 * ATTEMPT_DEADLINE_MS,

  firstRetryMoveMs: 2 * (RETRY_DELAYS_MS[0] ?? 0),
  retryMoveMs: 12 * HOUR_MS,
  lastMoveMs: 4 * 24 * HOUR_MS,
  measuredMovesMs: [6 * HOUR_MS, 24 * HOUR_MS],
  headStartMs: 2 * HOUR_MS,
  outdatedMoveMs: SIGNATURE_TOLERANCE_MS + 90_000,

  clockOffMs: 500,
  roomMs: 2_000,
  afterExpiryMs: 60_000,
  ownDelayMs: 1_000,
  duplicateMs: 150,
  duplicateByClockMs: 2_000,
  duplicateOfHangingMs: 1_000,
  aheadMs: HOUR_MS,
  deadlineOffMs: 1_500,
  timerOffMs: 20,
};
