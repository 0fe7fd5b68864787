import { TOKEN_LIFETIME_MS } from '../../src/generated/limits.ts';
import { DAY_MS, HOUR_MS } from '../faults/durations.ts';
import { API_KEY_HEADER } from '../faults/headers.ts';
import type { Fault, FaultContext, Mutant } from '../mutant.ts';
import { type Answer, headerOf, isSuccess, withHeader } from '../peer/message.ts';

/** Faulty services that the check of AUTH-05 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-05-expired-token-serves',
    mustBreak: ['AUTH-05'],
    fault:
      ({ target, aheadMs }) =>
      async (request, forward) => {
        const answer = await forward(request);
        if (answer.status !== 401 || aheadMs() < 30 * DAY_MS || headerOf(request, 'Authorization') === undefined) return answer;
        const login = {
          method: 'POST',
          path: '/api/v3/authenticate',
          headers: [
            [API_KEY_HEADER, target.credentials.apiKey],
            ['Content-Type', 'application/json'],
          ] as const,
        };
        const fresh = await forward({
          ...login,
          body: JSON.stringify({ UserName: target.credentials.userName, Password: target.credentials.password }),
        });
        return await forward(withHeader(request, 'Authorization', `Bearer ${headerOf(fresh, 'X-Token')}`));
      },
  },
  { id: 'AUTH-05-a-login-soon-after-the-end-gives-the-same-token', mustBreak: ['AUTH-05'], fault: givenAgain(TOKEN_LIFETIME_MS + HOUR_MS) },
  {
    id: 'AUTH-05-each-login-renews-the-token-that-is-given-again',
    mustBreak: ['AUTH-05'],
    fault: givenAgain(TOKEN_LIFETIME_MS, (_given, now) => now),
  },
];

/** Gives whoever logs in the same token again. @param since when it was given, to whoever is given it again */
function givenAgain(forMs: number, since: (given: number, now: number) => number = (given) => given): (context: FaultContext) => Fault {
  return ({ aheadMs }) => {
    const given = new Map<string, { readonly answer: Answer; readonly at: number }>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'authenticate' || !isSuccess(answer)) return answer;
      const known = given.get(request.body);
      const isKept = known !== undefined && aheadMs() < known.at + forMs;
      const latest = isKept ? { ...known, at: since(known.at, aheadMs()) } : { answer, at: aheadMs() };
      given.set(request.body, latest);
      return latest.answer;
    };
  };
}
