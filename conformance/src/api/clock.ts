import { inShort, isPage, isSuccess, json } from '../http/answer.ts';
import type { Driver } from '../http/driver.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import type { Answer } from '../model/exchange.ts';
import { memberOf } from '../model/json.ts';
import { Inconclusive } from '../model/verdict.ts';

const UNKNOWN =
  'an answer of controls.clock was lost: whether the clock was moved is not known, since its answers do not say what it shows (nowMs)';

/** Control of the target's clock: `POST {"advanceMs": n}`. */
export class Clock {
  readonly #url: string;
  readonly #driver: Driver;
  readonly #onMove: (byMs: number) => void;
  #aheadMs = 0;
  /** Whether the answer to the latest move said what the clock shows. */
  isShown = false;
  /** Whether a move was asked for of which nobody knows whether it was made. */
  #isUnknown = false;
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

  /**
   * Moves the target's clock on. A move whose answer is lost may have been made: it is not sent again before the clock has said what it shows.
   * @throws Error when the control does not take it, Inconclusive once nobody knows what the clock shows
   */
  async advance(advanceMs: number): Promise<void> {
    const untilMs = this.nowMs() + advanceMs;
    await this.#move(advanceMs).catch(async (error: unknown) => {
      if (!(error instanceof LostAnswer) || !this.isShown) throw error;
      await this.#move(1);
      if (this.nowMs() < untilMs) await this.#move(Math.ceil(untilMs - this.nowMs()));
    });
  }

  async #move(advanceMs: number): Promise<void> {
    if (this.#isUnknown && !this.isShown) throw new Inconclusive(UNKNOWN);
    const askedAt = Date.now();
    const answer = await this.#send(advanceMs);
    if (!isSuccess(answer) || isPage(answer)) throw new Error(`controls.clock: POST ${this.#url} answered ${inShort(answer)}`);
    this.#aheadMs += advanceMs;
    this.#onMove(advanceMs);
    // A clock that says what it shows may have been moved by an earlier run too.
    const shown = memberOf(json(answer), 'nowMs') ?? memberOf(json(answer), 'now');
    const shownMs = typeof shown === 'string' ? Date.parse(shown) : Number(shown);
    this.isShown = Number.isFinite(shownMs) && shownMs > 1e12;
    if (this.isShown) [this.#aheadMs, this.#isUnknown] = [shownMs - Date.now(), false];
    this.#moves.push({ askedAt, answeredAt: Date.now(), aheadMs: this.#aheadMs });
  }

  async #send(advanceMs: number): Promise<Answer> {
    const call = {
      method: 'POST',
      url: this.#url,
      headers: [['Content-Type', 'application/json'] as const],
      body: JSON.stringify({ advanceMs }),
    };
    const askedAt = Date.now();
    try {
      return await this.#driver.send(call, () => {});
    } catch (error) {
      // Before the first move nobody reckons with what the clock shows.
      if (error instanceof LostAnswer && error.code !== 'ECONNREFUSED' && this.#moves.length > 0) {
        this.#isUnknown = true;
        this.#onMove(advanceMs);
        this.#moves.push({ askedAt, answeredAt: Number.POSITIVE_INFINITY, aheadMs: this.#aheadMs + advanceMs });
      }
      throw error;
    }
  }
}
