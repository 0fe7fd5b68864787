import type { Answer, Call } from '../model/exchange.ts';

/** No answer came: the connection was refused, reset, closed, or stayed silent. */
export class LostAnswer extends Error {
  readonly code: string;
  /** Whether the connection may have carried an earlier call, so that a close between two calls explains the loss. */
  readonly reusable: boolean;
  /** The answer to a repetition of the call, if it does not reveal the lost answer. */
  readonly later: Answer | undefined;

  constructor(call: Call, code: string, reusable: boolean, later?: Answer) {
    super(`${call.method} ${call.url} got no answer (${code})`);
    this.code = code;
    this.reusable = reusable;
    this.later = later;
  }

  /** Whether the connection broke, as happens in networks. A target that refuses connections or is silent will do so again. */
  get isByChance(): boolean {
    return this.code !== 'no answer in time' && this.code !== 'ECONNREFUSED';
  }
}

/** How often to try at most if answers are lost by chance. */
const MOST_TIMES = 4;

/** Repeats an action from its start while an answer is lost by chance. @throws LostAnswer if that happens each time */
export async function againWhileLost<T>(act: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof LostAnswer && error.isByChance) || time === MOST_TIMES) throw error;
    }
  }
}
