import { isKey, KEY_HEADER } from '../faults/keys.ts';
import type { Fault, Mutants, NewFault } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withBody, withHeader } from '../peer/message.ts';

/** A fault that accepts some wrong passwords of a known user. */
function passwordFilledIn(taken: (password: unknown, right: string, userName: string) => boolean): NewFault {
  return ({ target }) => {
    const { userName, password: right } = target.credentials;
    return async (request, forward) => {
      const { UserName, Password } = bodyOf(request);
      const fill = request.operation === 'authenticate' && UserName === userName && taken(Password, right, userName);
      return await forward(fill ? withBody(request, { UserName, Password: right }) : request);
    };
  };
}

/** Gives simultaneous logins of one user with the same headers the answer of the first. */
function sharingAnswers(): Fault {
  const underWay = new Map<string, Promise<Answer>>();
  return async (request, forward) => {
    const { UserName, Password } = bodyOf(request);
    if (request.operation !== 'authenticate' || typeof UserName !== 'string' || typeof Password !== 'string') return await forward(request);
    const login = JSON.stringify([UserName, request.headers]);
    const first = underWay.get(login);
    if (first !== undefined) return await first;
    const answer = forward(request).finally(() => underWay.delete(login));
    underWay.set(login, answer);
    return await answer;
  };
}

/** Gives a login with a key the answer of the user's first successful login with that key. */
function replayingLogins(): Fault {
  const answers = new Map<string, Answer>();
  return async (request, forward) => {
    const key = headerOf(request, KEY_HEADER);
    if (request.operation !== 'authenticate' || !isKey(key)) return await forward(request);
    const use = JSON.stringify([key, bodyOf(request).UserName]);
    const answer = answers.get(use) ?? (await forward(request));
    if (isSuccess(answer)) answers.set(use, answer);
    return answer;
  };
}

export const mutants: Mutants = {
  'password-prefix-is-enough':
    ({ target }) =>
    async (request, forward) => {
      const { UserName, Password } = bodyOf(request);
      const right = target.credentials.password;
      const near =
        UserName === target.credentials.userName &&
        typeof Password === 'string' &&
        (Password.startsWith(right) || right.startsWith(Password));
      return await forward(near ? withBody(request, { UserName, Password: right }) : request);
    },
  'another-user-s-password-serves': (context) =>
    passwordFilledIn((password) => password !== undefined && password === context.target.otherUser?.password)?.(context) ??
    ((request, forward) => forward(request)),
  'password-left-out-serves': passwordFilledIn((password) => password === undefined),
  'null-for-a-password-serves': passwordFilledIn((password) => password === null),
  'spaces-around-a-password': passwordFilledIn((password, right) => typeof password === 'string' && password.trim() === right),
  'password-like-a-pattern': passwordFilledIn((password) => password === '%'),
  'user-name-for-a-password': passwordFilledIn((password, _right, userName) => password === userName),
  'password-ends-rightly': passwordFilledIn((password, right) => typeof password === 'string' && password.endsWith(right)),
  'password-in-a-compatible-form': passwordFilledIn(
    (password, right) => typeof password === 'string' && password.normalize('NFKC') === right,
  ),
  'unknown-user-is-forbidden': {
    // An unknown user is not slowed down either.
    mustAlsoBreak: ['AUTH-10'],
    mayBreak: ['ERR-02'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const { UserName } = bodyOf(request);
        const known = [target.credentials.userName, target.otherUser?.userName];
        const isUnknown = request.operation === 'authenticate' && typeof UserName === 'string' && !known.includes(UserName);
        return isUnknown ? refusal(403) : await forward(request);
      },
  },
  'refusal-with-a-token': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'authenticate' && answer.status === 401 ? withHeader(answer, 'X-Token', 'guest') : answer;
  },
  'logins-at-once-share-an-answer': sharingAnswers,
  'login-replayed-by-its-key': replayingLogins,
};
