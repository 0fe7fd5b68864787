import { DAY_MS } from '../faults/durations.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { bodyOf, headerOf, refusal } from '../peer/message.ts';

/** How many tokens a user can have. The next one ends the oldest. */
const TOKENS_AT_A_TIME = 5;

/** A token that a login gave. */
interface Issued {
  readonly token: string;
  readonly userName: unknown;
  readonly at: number;
  /** When it ends if no token may last longer than one that was given before it. */
  readonly endsAt: number;
  isUsed: boolean;
}

/** A fault that ends some tokens too early. */
function endedEarly(isEnded: (own: Issued, issued: readonly Issued[], now: number) => boolean): NewFault {
  return ({ aheadMs }) => {
    const issued: Issued[] = [];
    return async (request, forward) => {
      const token = headerOf(request, 'Authorization');
      const own = issued.find((one) => one.token === token);
      if (own !== undefined && isEnded(own, issued, aheadMs())) return refusal(401);
      if (own !== undefined) own.isUsed = true;
      const answer = await forward(request);
      const [given, at] = [headerOf(answer, 'X-Token'), aheadMs()];
      const lasting = issued.map(({ endsAt }) => endsAt).filter((endsAt) => endsAt > at);
      const endsAt = Math.min(at + 3 * DAY_MS, ...lasting);
      if (given !== undefined) issued.push({ token: `Bearer ${given}`, userName: bodyOf(request).UserName, at, endsAt, isUsed: false });
      return answer;
    };
  };
}

/** Whether so many tokens were given to the user since that this one is too many. */
function isTooMany(own: Issued, issued: readonly Issued[]): boolean {
  const later = issued.slice(issued.indexOf(own) + 1);
  return later.filter(({ userName }) => userName === own.userName).length >= TOKENS_AT_A_TIME;
}

export const mutants: Mutants = {
  'token-for-one-day': endedEarly(({ at }, _issued, now) => now - at > DAY_MS),
  'five-tokens-at-a-time': endedEarly(isTooMany),
  'a-later-token-ends-with-the-one-before': endedEarly(({ endsAt }, _issued, now) => now > endsAt),
  'unused-tokens-end-with-later-logins': endedEarly((own, issued) => !own.isUsed && isTooMany(own, issued)),
  'unused-token-for-one-day': endedEarly(({ isUsed, at }, _issued, now) => !isUsed && now - at > DAY_MS),
};
