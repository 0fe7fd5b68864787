import { setTimeout as sleep } from 'node:timers/promises';
import { LostAnswer } from '../http/lost-answer.ts';
import type { Exchange } from '../model/exchange.ts';

/** How often a target that refuses connections is tried, and the pause between two tries: a crashed target may be started again. */
const TRIES = 5;
const PAUSE_MS = 400;

/** Distinguishes a target that is gone from one that lost an answer. Only the latter broke a rule. */
export class TargetWatch {
  readonly #ask: () => Promise<unknown>;
  readonly #onLost: (reason: string) => void;
  #answered: Exchange | undefined;
  #unanswered: Exchange | undefined;
  #look: Promise<boolean> | undefined;
  /** Why the run cannot go on; undefined while the target answers. */
  lost: string | undefined;

  /**
   * @param ask sends a call that any service answers in some way
   * @param onLost called once, when the target is gone
   */
  constructor(ask: () => Promise<unknown>, onLost: (reason: string) => void) {
    this.#ask = ask;
    this.#onLost = onLost;
  }

  /** Remembers the last exchange with an answer, and the first one after it without. */
  note(exchange: Exchange): void {
    if (exchange.answer !== undefined) {
      this.#answered = exchange;
      this.#unanswered = undefined;
    } else if (!exchange.onPurpose) this.#unanswered ??= exchange;
  }

  /** Asks the target whether it still answers anything. Concurrent callers share the result. */
  async isGone(): Promise<boolean> {
    if (this.lost !== undefined) return true;
    this.#look ??= this.#isSilent().finally(() => {
      this.#look = undefined;
    });
    return await this.#look;
  }

  async #isSilent(): Promise<boolean> {
    let code = '';
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        await this.#ask();
        return false;
      } catch (error) {
        if (!(error instanceof LostAnswer)) throw error;
        code = error.code;
      }
      // After a timeout there is no second try.
      if (code === 'no answer in time') break;
      await sleep(PAUSE_MS);
    }
    const [before, first] = [described(this.#answered), described(this.#unanswered)];
    this.lost = `the target no longer answers (${code}); the last request that it answered was ${before}, the first that it did not ${first}`;
    this.#onLost(this.lost);
    return true;
  }
}

function described(exchange: Exchange | undefined): string {
  if (exchange === undefined) return 'none';
  const { call, answer, startedAt } = exchange;
  const status = answer === undefined ? '' : ` (${answer.status})`;
  return `${call.method} ${new URL(call.url).pathname}${status} at ${new Date(startedAt).toISOString().slice(11, 23)}`;
}
