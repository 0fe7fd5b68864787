import { inShort, isPage, isSuccess, json } from '../http/answer.ts';
import type { Driver } from '../http/driver.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import type { Answer } from '../model/exchange.ts';
import { memberOf } from '../model/json.ts';
import { Inconclusive } from '../model/verdict.ts';

const UNKNOWN =
  'an answer of controls.clock was lost: the suite cannot know whether the clock moved, because the answers do not report its time (nowMs)';

/** Control of the target's clock: `POST {"advanceMs": n}`. */
export class Clock {
  readonly #url: string;
  readonly #driver: Driver;
  readonly #onMove: (byMs: number) => void;
  #aheadMs = 0;
  /** Whether the answer to the latest move reported the clock's time. */
  isShown = false;
  /** Whether the answer to a move was lost, so that nobody knows whether the clock moved. */
  #isUnknown = false;
  /** The moves so far, each with the real time of its call and of its answer. */
  readonly #moves: { readonly askedAt: number; readonly answeredAt: number; readonly aheadMs: number }[] = [];

  /** @param onMove called after every move, because stored tokens may have expired */
  constructor(url: string, driver: Driver, onMove: (byMs: number) => void) {
    this.#url = url;
    this.#driver = driver;
    this.#onMove = onMove;
  }

  /** What the target's clock should show now, in Unix milliseconds. */
  nowMs(): number {
    return Date.now() + this.#aheadMs;
  }

  /** The earliest and latest time that it can have shown at a moment of real time. They differ while a move was in progress. */
  shownAt(realMs: number): { readonly fromMs: number; readonly toMs: number } {
    const aheadOf = (move: { readonly aheadMs: number } | undefined): number => realMs + (move?.aheadMs ?? 0);
    return {
      fromMs: aheadOf(this.#moves.findLast(({ answeredAt }) => answeredAt <= realMs)),
      toMs: aheadOf(this.#moves.findLast(({ askedAt }) => askedAt <= realMs)),
    };
  }

  /**
   * Moves the target's clock forward. A move with a lost answer may have happened. It is repeated only after the clock has reported its time.
   * @throws Error if the control refuses, Inconclusive once nobody knows the clock's time
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
    // The reported time counts, because an earlier run may have moved the clock too.
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
      // Before the first move nobody relies on the clock's time.
      if (error instanceof LostAnswer && error.code !== 'ECONNREFUSED' && this.#moves.length > 0) {
        this.#isUnknown = true;
        this.#onMove(advanceMs);
        this.#moves.push({ askedAt, answeredAt: Number.POSITIVE_INFINITY, aheadMs: this.#aheadMs + advanceMs });
      }
      throw error;
    }
  }
}
