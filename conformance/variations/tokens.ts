import type { FaultContext, NewFault } from '../mutants/mutant.ts';
import { bodyOf, headerOf, isSuccess, refusal, withHeader } from '../mutants/peer/message.ts';
import type { Variation } from './variation.ts';

/** Ends a user's tokens when the user authenticates again. @param ended decides from the times of the later tokens */
function endsTokens(nowMs: (context: FaultContext) => number, ended: (laterMs: readonly number[], now: number) => boolean): NewFault {
  return (context) => {
    const issued: { readonly token: string; readonly userName: unknown; readonly at: number }[] = [];
    return async (request, forward) => {
      const token = headerOf(request, 'Authorization')?.replace(/^bearer /i, '');
      const index = issued.findIndex((one) => one.token === token);
      const later = index < 0 ? [] : issued.slice(index + 1).filter(({ userName }) => userName === issued[index]?.userName);
      if (
        ended(
          later.map(({ at }) => at),
          nowMs(context),
        )
      )
        return refusal(401);
      const answer = await forward(request);
      const given = headerOf(answer, 'X-Token');
      if (request.operation === 'authenticate' && given !== undefined)
        issued.push({ token: given, userName: bodyOf(request).UserName, at: nowMs(context) });
      return answer;
    };
  };
}

const endedAfter =
  (graceMs: number) =>
  ([next]: readonly number[], now: number): boolean =>
    next !== undefined && now > next + graceMs;

/** Ends each token this long after its issue, in real time. */
function expiringAfter(lifeMs: number): NewFault {
  return () => {
    const endsAt = new Map<string, number>();
    return async (request, forward) => {
      const token = headerOf(request, 'Authorization')?.replace(/^bearer /i, '') ?? '';
      if (Date.now() > (endsAt.get(token) ?? Number.POSITIVE_INFINITY)) return refusal(401);
      const answer = await forward(request);
      const given = headerOf(answer, 'X-Token');
      if (given !== undefined) endsAt.set(given, Date.now() + lifeMs);
      return answer;
    };
  };
}

const HOUR_MS = 3_600_000;

/** Refuses all logins after this many wrong passwords. */
function lockedAfter(most: number): NewFault {
  return () => {
    let wrong = 0;
    return async (request, forward) => {
      if (request.operation === 'authenticate' && wrong >= most) return refusal(423);
      const answer = await forward(request);
      if (request.operation === 'authenticate' && answer.status === 401) wrong += 1;
      return answer;
    };
  };
}

/** Other lifetimes of tokens. The source says only that a token lasts several days. */
export const tokenVariations: readonly Variation[] = [
  { id: 'earlier-tokens-end-at-once', against: ['AUTH-06'], told: ['AUTH-05'], fault: endsTokens(() => Date.now(), endedAfter(-1)) },
  { id: 'earlier-tokens-end-soon', against: ['AUTH-06'], fault: endsTokens(() => Date.now(), endedAfter(150)) },
  { id: 'earlier-tokens-end-a-while-after', against: ['AUTH-06'], fault: endsTokens(() => Date.now(), endedAfter(700)) },
  {
    id: 'earlier-tokens-end-by-the-clock',
    against: ['AUTH-06'],
    fault: endsTokens(({ aheadMs }) => Date.now() + aheadMs(), endedAfter(600_000)),
  },
  // Longer than a check uses one token.
  { id: 'tokens-expire-soon', against: ['AUTH-06'], fault: expiringAfter(2_000) },
  {
    id: 'three-tokens-at-a-time',
    against: ['AUTH-06'],
    fault: endsTokens(
      () => Date.now(),
      (later) => later.length >= 3,
    ),
  },
  {
    id: 'a-token-is-given-again',
    fault: ({ aheadMs }) => {
      const given = new Map<unknown, { readonly token: string; readonly at: number }>();
      return async (request, forward) => {
        const answer = await forward(request);
        const [token, { UserName }] = [headerOf(answer, 'X-Token'), bodyOf(request)];
        if (request.operation !== 'authenticate' || !isSuccess(answer) || token === undefined) return answer;
        const [known, now] = [given.get(UserName), Date.now() + aheadMs()];
        if (known !== undefined && now - known.at < 48 * HOUR_MS) return withHeader(answer, 'X-Token', known.token);
        given.set(UserName, { token, at: now });
        return answer;
      };
    },
  },
  { id: 'locked-after-wrong-passwords', against: ['AUTH-10'], fault: lockedAfter(4) },
  // The lock falls between two correct passwords. The quick budget tries too few wrong ones in a row.
  {
    id: 'locked-after-an-odd-number-of-wrong-passwords',
    rules: ['AUTH-01', 'AUTH-02', 'AUTH-08'],
    budget: 'standard',
    fault: lockedAfter(3),
  },
];
