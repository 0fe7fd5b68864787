import { TOKEN_LIFETIME_MS } from '../../src/generated/limits.ts';
import { DAY_MS, HOUR_MS } from '../faults/durations.ts';
import { API_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
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
  {
    id: 'AUTH-05-a-login-soon-after-the-end-gives-the-same-token',
    mustBreak: ['AUTH-05'],
    fault: ({ aheadMs }) => {
      const given = new Map<string, { readonly answer: Answer; readonly at: number }>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'authenticate' || !isSuccess(answer)) return answer;
        const known = given.get(request.body);
        if (known !== undefined && aheadMs() < known.at + TOKEN_LIFETIME_MS + HOUR_MS) return known.answer;
        given.set(request.body, { answer, at: aheadMs() });
        return answer;
      };
    },
  },
  {
    id: 'AUTH-05-each-login-renews-the-token-that-is-given-again',
    mustBreak: ['AUTH-05'],
    fault: ({ aheadMs }) => {
      const given = new Map<string, { readonly answer: Answer; readonly at: number }>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'authenticate' || !isSuccess(answer)) return answer;
        const known = given.get(request.body);
        const kept = known !== undefined && aheadMs() < known.at + TOKEN_LIFETIME_MS ? known.answer : answer;
        given.set(request.body, { answer: kept, at: aheadMs() });
        return kept;
      };
    },
  },
];
