import { TOKEN_LIFETIME_MS } from '../../src/generated/limits.ts';
import { DAY_MS, HOUR_MS } from '../faults/durations.ts';
import { API_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { type Answer, headerOf, isSuccess, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  'a-token-lives-on-while-it-is-used': served((idleMs) => idleMs < TOKEN_LIFETIME_MS),
  'a-use-gives-a-token-two-days-more': served((idleMs) => idleMs < 2 * DAY_MS),
  'a-login-soon-after-the-end-gives-the-same-token': givenAgain(TOKEN_LIFETIME_MS + HOUR_MS),
  'each-login-renews-the-token-that-is-given-again': givenAgain(TOKEN_LIFETIME_MS, (_given, now) => now),
};

/** Accepts expired tokens. @param isServed decides by the time since the token was last accepted, and the time since the start */
function served(isServed: (idleMs: number, aheadMs: number) => boolean): NewFault {
  return ({ target: { credentials }, aheadMs }) => {
    const accepted = new Map<string, number>();
    const login = {
      method: 'POST',
      path: '/api/v3/authenticate',
      headers: [
        [API_KEY_HEADER, credentials.apiKey],
        ['Content-Type', 'application/json'],
      ] as const,
      body: JSON.stringify({ UserName: credentials.userName, Password: credentials.password }),
    };
    return async (request, forward) => {
      const token = headerOf(request, 'Authorization');
      let answer = await forward(request);
      if (token === undefined) return answer;
      if (answer.status === 401 && isServed(aheadMs() - (accepted.get(token) ?? Number.NEGATIVE_INFINITY), aheadMs())) {
        const fresh = await forward(login);
        answer = await forward(withHeader(request, 'Authorization', `Bearer ${headerOf(fresh, 'X-Token')}`));
      }
      if (answer.status !== 401) accepted.set(token, aheadMs());
      return answer;
    };
  };
}

/** Gives every login the same token. @param since the time that then counts as its issue */
function givenAgain(forMs: number, since: (given: number, now: number) => number = (given) => given): NewFault {
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
