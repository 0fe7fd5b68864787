import type { ClockShare } from '../model/check-context.ts';
import type { Clock } from './clock.ts';

/** A time of the target's clock that a rule waits for. */
interface Waiting {
  readonly atMs: number;
  /** Whether all others go first. */
  readonly isLast: boolean;
  readonly come: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Moves the target's clock for rules that are judged in parallel: to the nearest time that one of them waits for, as soon as no other rule
 * needs it to stand still. Times marked as last come when no others are left.
 */
export class Timeline {
  readonly #clock: Clock;
  readonly #shares = new Set<TimelineShare>();
  #moving: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a rule. From here on the clock stands still until the rule waits for a time, rests, or leaves. */
  join(): TimelineShare {
    const share = new TimelineShare(this, this.#clock);
    this.#shares.add(share);
    return share;
  }

  leave(share: TimelineShare): void {
    this.#shares.delete(share);
    this.move();
  }

  /** Settles when no move is in progress. */
  async still(): Promise<void> {
    await this.#moving;
  }

  /** Moves the clock if no rule needs it to stand still. */
  move(): void {
    const shares = [...this.#shares];
    const waiting = shares.flatMap((share) => share.waiting ?? []).sort((one, other) => one.atMs - other.atMs);
    const nearest = waiting.find(({ isLast }) => !isLast) ?? (waiting.length === shares.length ? waiting[0] : undefined);
    if (nearest === undefined || this.#moving || shares.some(({ standsStill }) => standsStill)) return;
    const { atMs, come, fail } = nearest;
    const byMs = Math.ceil(atMs - this.#clock.nowMs());
    this.#moving = (byMs > 0 ? this.#clock.advance(byMs) : Promise.resolve()).then(come, fail).finally(() => {
      this.#moving = undefined;
      this.move();
    });
  }
}

/** One rule's part in the decision when the target's clock moves. */
export class TimelineShare implements ClockShare {
  readonly #timeline: Timeline;
  readonly #clock: Clock;
  #rests = 0;
  waiting: Waiting | undefined;

  constructor(timeline: Timeline, clock: Clock) {
    this.#timeline = timeline;
    this.#clock = clock;
  }

  get standsStill(): boolean {
    return this.waiting === undefined && this.#rests === 0;
  }

  get isShown(): boolean {
    return this.#clock.isShown;
  }

  /** What the target's clock should show now, in Unix milliseconds. */
  nowMs(): number {
    return this.#clock.nowMs();
  }

  /** The earliest and latest time that the target's clock can have shown at a moment of real time. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number } {
    return this.#clock.shownAt(realMs);
  }

  /**
   * Waits until the target's clock shows at least this time.
   * @param isLast whether all others go first, because the data that they look for may expire
   * @throws Error if the control refuses
   */
  async reach(atMs: number, isLast = false): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.waiting = undefined;
        settle();
      };
      this.waiting = { atMs, isLast, come: () => end(resolve), fail: (error) => end(() => reject(error)) };
      this.#timeline.move();
    });
  }

  /** Waits for something while the clock may move. */
  async rest<T>(wait: () => Promise<T>): Promise<T> {
    this.#rests += 1;
    this.#timeline.move();
    try {
      return await wait();
    } finally {
      this.#rests -= 1;
      await this.#timeline.still();
    }
  }

  leave(): void {
    this.#timeline.leave(this);
  }
}
