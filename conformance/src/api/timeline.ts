import type { ClockShare } from '../model/clock.ts';
import type { Clock } from './clock.ts';

/** A moment that a rule waits for, by the target's clock. */
interface Waiting {
  readonly atMs: number;
  readonly come: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Moves the target's clock for rules that are judged side by side: to the nearest moment that one of them waits for, as soon as none of
 * the others needs it to stand still.
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
    const nearest = shares.filter(({ waiting }) => waiting !== undefined).sort((one, other) => momentOf(one) - momentOf(other))[0];
    if (nearest?.waiting === undefined || this.#moving || shares.some(({ standsStill }) => standsStill)) return;
    const { atMs, come, fail } = nearest.waiting;
    const byMs = Math.ceil(atMs - this.#clock.nowMs());
    this.#moving = (byMs > 0 ? this.#clock.advance(byMs) : Promise.resolve()).then(come, fail).finally(() => {
      this.#moving = undefined;
      this.move();
    });
  }
}

function momentOf({ waiting }: TimelineShare): number {
  return waiting?.atMs ?? Number.POSITIVE_INFINITY;
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

  /** What the target's clock should show now, in Unix milliseconds. */
  nowMs(): number {
    return this.#clock.nowMs();
  }

  /** What the target's clock showed at a moment of real time, at the earliest and at the latest. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number } {
    return this.#clock.shownAt(realMs);
  }

  /** Waits until the target's clock shows this moment or a later one. @throws Error when the control does not take it. */
  async reach(atMs: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.waiting = undefined;
        settle();
      };
      this.waiting = { atMs, come: () => end(resolve), fail: (error) => end(() => reject(error)) };
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
