import { isSuccess, json } from '../wire/answer.ts';
import type { Driver } from '../wire/driver.ts';
import { memberOf } from '../wire/json.ts';

/** Control of the target's clock: `POST {"advanceMs": n}`. */
export class Clock {
  readonly #url: string;
  readonly #driver: Driver;
  readonly #onMove: () => void;
  #aheadMs = 0;

  /** @param onMove told of every move: tokens that are kept may have expired by it. */
  constructor(url: string, driver: Driver, onMove: () => void) {
    this.#url = url;
    this.#driver = driver;
    this.#onMove = onMove;
  }

  /** What the target's clock should show now, in Unix milliseconds. */
  nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Moves the target's clock on. @throws Error when the control does not take it. */
  async advance(advanceMs: number): Promise<void> {
    const call = {
      method: 'POST',
      url: this.#url,
      headers: [['Content-Type', 'application/json'] as const],
      body: JSON.stringify({ advanceMs }),
    };
    const answer = await this.#driver.send(call, () => {});
    if (!isSuccess(answer)) throw new Error(`controls.clock: POST ${this.#url} answered ${answer.status}`);
    this.#aheadMs += advanceMs;
    this.#onMove();
    // A clock that says what it shows may have been moved by an earlier run too.
    const shown = memberOf(json(answer), 'nowMs') ?? memberOf(json(answer), 'now');
    const shownMs = typeof shown === 'string' ? Date.parse(shown) : Number(shown);
    if (Number.isFinite(shownMs) && shownMs > 1e12) this.#aheadMs = shownMs - Date.now();
  }
}
