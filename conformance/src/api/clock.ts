import { inShort, isPage, isSuccess, json } from '../http/answer.ts';
import type { Driver } from '../http/driver.ts';
import { memberOf } from '../model/json.ts';

/** Control of the target's clock: `POST {"advanceMs": n}`. */
export class Clock {
  readonly #url: string;
  readonly #driver: Driver;
  readonly #onMove: (byMs: number) => void;
  #aheadMs = 0;
  /** Whether the answer to the latest move said what the clock shows. */
  isShown = false;
  /** Moves so far, each with the real time at which it was asked for and answered. */
  readonly #moves: { readonly askedAt: number; readonly answeredAt: number; readonly aheadMs: number }[] = [];

  /** @param onMove called after every move: tokens that are kept may have expired. */
  constructor(url: string, driver: Driver, onMove: (byMs: number) => void) {
    this.#url = url;
    this.#driver = driver;
    this.#onMove = onMove;
  }

  /** What the target's clock should show now, in Unix milliseconds. */
  nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  /** What it showed at a moment of real time, at the earliest and at the latest: while it was being moved either may be true. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number } {
    const aheadOf = (move: { readonly aheadMs: number } | undefined): number => realMs + (move?.aheadMs ?? 0);
    return {
      fromMs: aheadOf(this.#moves.findLast(({ answeredAt }) => answeredAt <= realMs)),
      toMs: aheadOf(this.#moves.findLast(({ askedAt }) => askedAt <= realMs)),
    };
  }

  /** Moves the target's clock on. @throws Error when the control does not take it. */
  async advance(advanceMs: number): Promise<void> {
    const call = {
      method: 'POST',
      url: this.#url,
      headers: [['Content-Type', 'application/json'] as const],
      body: JSON.stringify({ advanceMs }),
    };
    const askedAt = Date.now();
    const answer = await this.#driver.send(call, () => {});
    if (!isSuccess(answer) || isPage(answer)) throw new Error(`controls.clock: POST ${this.#url} answered ${inShort(answer)}`);
    this.#aheadMs += advanceMs;
    this.#onMove(advanceMs);
    // A clock that says what it shows may have been moved by an earlier run too.
    const shown = memberOf(json(answer), 'nowMs') ?? memberOf(json(answer), 'now');
    const shownMs = typeof shown === 'string' ? Date.parse(shown) : Number(shown);
    this.isShown = Number.isFinite(shownMs) && shownMs > 1e12;
    if (this.isShown) this.#aheadMs = shownMs - Date.now();
    this.#moves.push({ askedAt, answeredAt: Date.now(), aheadMs: this.#aheadMs });
  }
}
