import type { Answer, Call } from '../model/exchange.ts';

/** No answer came: the connection was refused, reset, closed or stayed silent. */
export class LostAnswer extends Error {
  readonly code: string;
  /** Whether the connection had carried an earlier call, so that a close between two calls explains the loss. */
  readonly reusable: boolean;
  /** What the same call was answered when it was sent again, where that does not say what the lost answer was. */
  readonly later: Answer | undefined;

  constructor(call: Call, code: string, reusable: boolean, later?: Answer) {
    super(`${call.method} ${call.url} got no answer (${code})`);
    this.code = code;
    this.reusable = reusable;
    this.later = later;
  }

  /** Whether the connection broke, as a network does it now and then: a target that refuses connections, or says nothing, does so again. */
  get isByChance(): boolean {
    return this.code !== 'no answer in time' && this.code !== 'ECONNREFUSED';
  }
}

/** How often something is done at most whose answers are lost by chance. */
const MOST_TIMES = 4;

/** Does something again, from its beginning, while an answer that it needs is lost by chance. @throws LostAnswer if each time one is */
export async function againWhileLost<T>(act: () => Promise<T>): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof LostAnswer && error.isByChance) || time === MOST_TIMES) throw error;
    }
  }
}
