/** Deliveries that are remembered. The speed of a target and of this machine changes during a run. */
const REMEMBERED = 20;
/** A delivery may take this many times the usual time. A wait never takes more than this many times the configured time. */
const TIMES_USUAL = 10;
const TIMES_CONFIGURED = 10;

/**
 * How long to wait for a delivery: the configured time, and longer if other deliveries took long too. A missing delivery proves something
 * only if other deliveries come much sooner.
 */
export class Patience {
  readonly #tookMs: number[] = [];
  /** When the latest of the successful waits began. */
  #latestBegan = Number.NEGATIVE_INFINITY;

  /**
   * Waits for something that should arrive. If it does not arrive, and no wait that began later succeeded, waits once more, since the
   * machine may have just become busy.
   * @param until waits for it, at most this long, and answers whether it came
   * @param configuredMs the configured time for a delivery
   */
  async wait(until: (withinMs: number) => Promise<boolean>, configuredMs: number): Promise<boolean> {
    const beganAt = performance.now();
    const once = (): Promise<boolean> => this.#waitOnce(until, configuredMs);
    const came = (await once()) || (this.#latestBegan < beganAt && (await once()));
    if (came) this.#latestBegan = Math.max(this.#latestBegan, beganAt);
    return came;
  }

  /** Deliveries that come meanwhile may lengthen the wait. */
  async #waitOnce(until: (withinMs: number) => Promise<boolean>, configuredMs: number): Promise<boolean> {
    for (let waitedMs = 0; ; ) {
      const leftMs = this.of(configuredMs) - waitedMs;
      if (leftMs <= 0) return false;
      if (await until(leftMs)) return true;
      waitedMs += leftMs;
    }
  }

  /** Records how long a delivery took. A wait does not show that: it begins late, and is mostly short even if a target is far behind. */
  note(ms: number): void {
    this.#tookMs.push(ms);
    if (this.#tookMs.length > REMEMBERED) this.#tookMs.shift();
  }

  /** @param configuredMs the configured time for a delivery */
  of(configuredMs: number): number {
    const usualMs = this.#tookMs.toSorted((one, other) => one - other)[Math.floor(this.#tookMs.length / 2)] ?? 0;
    return Math.min(Math.max(configuredMs, TIMES_USUAL * usualMs), TIMES_CONFIGURED * configuredMs);
  }
}
