import type { ClockShare } from '../model/clock.ts';
import type { Clock } from './clock.ts';

/** A moment that a rule waits for, by the target's clock. */
interface Waiting {
  readonly atMs: number;
  /** Whether all others come first. */
  readonly isLast: boolean;
  readonly come: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Moves the target's clock for rules that are judged side by side: to the nearest moment that one of them waits for, as soon as none of
 * the others needs it to stand still; to moments that are to come last once there are no others.
 */
export class Timeline {
  readonly #clock: Clock;
  readonly #shares = new Set<TimelineShare>();
  #moving: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** For one rule: from here on the clock stands still until the rule waits for a moment, rests, or leaves. */
  join(): TimelineShare {
    const share = new TimelineShare(this, this.#clock);
    this.#shares.add(share);
    return share;
  }

  leave(share: TimelineShare): void {
    this.#shares.delete(share);
    this.move();
  }

  /** Settles when no move is under way. */
  async still(): Promise<void> {
    await this.#moving;
  }

  /** Moves the clock if it may be moved now. */
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

/** One rule's say in when the target's clock is moved. */
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

  /** What the target's clock showed at a moment of real time, at the earliest and at the latest. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number } {
    return this.#clock.shownAt(realMs);
  }

  /**
   * Waits until the target's clock shows this moment or a later one.
   * @param isLast whether all others come first: what they look for may be gone after a long time
   * @throws Error when the control does not take it
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

  /** Waits for something during which the clock may be moved. */
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
