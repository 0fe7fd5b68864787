import { ATTEMPT_DEADLINE_MS, RETRY_DELAYS_MS, SIGNATURE_TOLERANCE_MS } from '../generated/limits.ts';

const HOUR_MS = 3_600_000;

/** Every time that a check of a service waits, moves the clock by, or tells apart, in milliseconds. What a user can set is in `timing`. */
export const times: {
  /** What has reached this machine is read within this. Nothing is concluded before. */
  readonly unreadMs: number;
  /** When one of some first attempts has come, the others come within this. */
  readonly firstComeMs: number;
  /** An attempt arrives within this that was under way when a webhook was changed. */
  readonly underWayMs: number;
  /** A target has noted within this how an attempt ended. The wait for the next one counts from there, so the clock is not moved before. */
  readonly notedMs: number;
  /** The same for a target that turned out to be slow. */
  readonly notedLateMs: number;
  /** Between two retries that a move of the clock made due. It doubles after each move that brought none. */
  readonly betweenRetriesMs: number;
  readonly betweenRetriesAtMostMs: number;
  /** A retry comes within this after the clock was moved. The clock is moved again otherwise. */
  readonly afterMoveMs: number;
  /** The same where the clock is not moved again. */
  readonly afterOnlyMoveMs: number;
  /** A webhook that others fire events for is removed at the latest after this. */
  readonly removedAfterMs: number;
  /** How long a retry is looked for that comes too soon: as long as others took, so many times, within these bounds. */
  readonly tooSoonMs: { readonly times: number; readonly atLeast: number; readonly atMost: number };
  /** How long one rule waits for others that may share its contact. */
  readonly sharedAfterMs: number;
  /** Pauses between looks at what a target shows a little after it was done. */
  readonly betweenLooksMs: readonly number[];
  /** The pause after a 409 that names none, and the longest that is taken. */
  readonly afterConflictMs: number;
  readonly afterConflictAtMostMs: number;
  /** After this a timestamp in whole seconds is another one. */
  readonly anotherSecondMs: number;

  /** How long the receiver says nothing before it cuts a connection. */
  readonly silentMs: number;
  /** The same while an endpoint is down for some deliveries at once. */
  readonly downMs: number;
  /** The same for a delivery that others must not wait for. */
  readonly blockingMs: number;
  /** How long an attempt is held while its webhook is changed: the second is for a target that takes longer to change it. */
  readonly heldMs: readonly number[];
  /** An attempt that is confirmed late is confirmed after this, well within its deadline. */
  readonly confirmedLateMs: number;

  /** A move of the clock that makes the first retry due. */
  readonly firstRetryMoveMs: number;
  /** A move of the clock that makes any retry due: it is longer than the longest wait. */
  readonly retryMoveMs: number;
  /** A move of the clock beyond all that may still be due. */
  readonly lastMoveMs: number;
  /** Moves of the clock for a retry whose own time is measured. Each is larger than all before it. */
  readonly measuredMovesMs: readonly number[];
  /** A move after which the target's clock and the real one cannot be taken for each other. */
  readonly headStartMs: number;
  /** A move after which a timestamp is too old, but not by much. */
  readonly outdatedMoveMs: number;

  /** What the suite believes of the target's clock may be off by this. */
  readonly clockOffMs: number;
  /** The clock is moved to this long before the end of a wait, and to this long after it. */
  readonly roomMs: number;
  /** A token is tried this long after its end. */
  readonly afterExpiryMs: number;
  /** No retry is due by itself within this after an attempt. */
  readonly ownDelayMs: number;
  /** An attempt this soon after another is a duplicate of it: in real time, by the target's clock, and beside one that hangs. */
  readonly duplicateMs: number;
  readonly duplicateByClockMs: number;
  readonly duplicateOfHangingMs: number;
  /** A timestamp that is this far ahead of real time follows the target's clock. */
  readonly aheadMs: number;
  /** A target's own deadline is taken for longer or shorter than another time only if it is so by this. */
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
