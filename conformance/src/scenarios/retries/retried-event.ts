import type { Attempt } from '../../model/attempt.ts';
import type { EventTrigger } from './event-trigger.ts';

/** One attempt, and between which moments by the target's clock it can have been sent. */
export interface TimedAttempt {
  readonly attempt: Attempt;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/** One event whose first attempts were refused. */
export interface RetriedEvent {
  readonly type: string;
  readonly attempts: readonly TimedAttempt[];
}

/** An event on its way, and its attempts so far. */
export class Followed implements RetriedEvent {
  readonly trigger: EventTrigger;
  readonly arrived: Attempt[] = [];
  readonly guids: Set<string> = new Set();
  readonly attempts: TimedAttempt[] = [];

  constructor(trigger: EventTrigger) {
    this.trigger = trigger;
  }

  get type(): string {
    return this.trigger.type();
  }

  /** Records the next attempt, if it has come. */
  note(notBeforeMs: number, notAfterMs: number): boolean {
    const attempt = this.arrived[this.attempts.length];
    if (attempt !== undefined) this.attempts.push({ attempt, notBeforeMs, notAfterMs });
    return attempt !== undefined;
  }
}
