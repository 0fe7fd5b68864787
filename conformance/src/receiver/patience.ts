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

  /** Takes note of how long something took that was waited for, and came. */
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
