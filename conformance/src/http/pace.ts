import { setTimeout as sleep } from 'node:timers/promises';

/** Spreads calls evenly over time, so that a target gets no more of them than its owner allows. */
export class Pace {
  readonly #intervalMs: number;
  #nextAt = 0;

  /** @param perSecond the most calls per second, above 0 */
  constructor(perSecond: number) {
    this.#intervalMs = 1000 / perSecond;
  }

  /** Waits for the caller's turn. Rejects if the signal is aborted first. */
  async turn(signal?: AbortSignal): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextAt);
    this.#nextAt = at + this.#intervalMs;
    if (at > now) await sleep(at - now, undefined, signal && { signal });
  }
}
