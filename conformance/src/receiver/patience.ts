/** So many waits are remembered: how a target and this machine do changes during a run. */
const REMEMBERED = 20;
/** Deliveries that usually come in some time may take so many times that, and no wait is longer than so many times what the configuration says. */
const TIMES_USUAL = 10;
const TIMES_CONFIGURED = 10;

/**
 * How long a delivery is waited for: as long as the configuration says, and longer where others took long too. That nothing came says
 * something only where what does come came much sooner.
 */
export class Patience {
  readonly #tookMs: number[] = [];
  /** When the latest of the waits began at whose end something had come. */
  #latestBegan = Number.NEGATIVE_INFINITY;

  /**
   * Waits for what ought to arrive. That it did not says something only where what was waited for later came: else it is waited for once
   * more, since the machine may have become busy just now.
   * @param until waits until it is there, not longer than this; whether it is
   * @param configuredMs what the configuration gives a delivery
   */
  async wait(until: (withinMs: number) => Promise<boolean>, configuredMs: number): Promise<boolean> {
    const beganAt = performance.now();
    const once = (): Promise<boolean> => this.#waitOnce(until, configuredMs);
    const came = (await once()) || (this.#latestBegan < beganAt && (await once()));
    if (came) this.#latestBegan = Math.max(this.#latestBegan, beganAt);
    return came;
  }

  /** What comes meanwhile may show that deliveries take longer by now. */
  async #waitOnce(until: (withinMs: number) => Promise<boolean>, configuredMs: number): Promise<boolean> {
    for (let waitedMs = 0; ; ) {
      const leftMs = this.of(configuredMs) - waitedMs;
      if (leftMs <= 0) return false;
      if (await until(leftMs)) return true;
      waitedMs += leftMs;
    }
  }

  /** Takes note of how long a delivery took. A wait is no measure of that: it begins late, and most are short however far a target is behind. */
  note(ms: number): void {
    this.#tookMs.push(ms);
    if (this.#tookMs.length > REMEMBERED) this.#tookMs.shift();
  }

  /** @param configuredMs what the configuration gives a delivery */
  of(configuredMs: number): number {
    const usualMs = this.#tookMs.toSorted((one, other) => one - other)[Math.floor(this.#tookMs.length / 2)] ?? 0;
    return Math.min(Math.max(configuredMs, TIMES_USUAL * usualMs), TIMES_CONFIGURED * configuredMs);
  }
}
