import { isKey, KEY_HEADER } from '../faults/keys.ts';
import type { Fault, Mutant } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, refusal, withBody, withHeader } from '../peer/message.ts';

/** A fault that accepts some wrong passwords of a known user. */
function passwordFilledIn(taken: (password: unknown, right: string, userName: string) => boolean): Mutant['fault'] {
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

/** Faulty services that the check of AUTH-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-02-password-prefix-is-enough',
    mustBreak: ['AUTH-02'],
    fault:
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
  },
  {
    id: 'AUTH-02-another-user-s-password-serves',
    mustBreak: ['AUTH-02'],
    fault: (context) =>
      passwordFilledIn((password) => password !== undefined && password === context.target.otherUser?.password)?.(context) ??
      ((request, forward) => forward(request)),
  },
  {
    id: 'AUTH-02-password-left-out-serves',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password) => password === undefined),
  },
  {
    id: 'AUTH-02-null-for-a-password-serves',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password) => password === null),
  },
  {
    id: 'AUTH-02-spaces-around-a-password',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password, right) => typeof password === 'string' && password.trim() === right),
  },
  {
    id: 'AUTH-02-password-like-a-pattern',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password) => password === '%'),
  },
  {
    id: 'AUTH-02-user-name-for-a-password',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password, _right, userName) => password === userName),
  },
  {
    id: 'AUTH-02-password-ends-rightly',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password, right) => typeof password === 'string' && password.endsWith(right)),
  },
  {
    id: 'AUTH-02-password-in-a-compatible-form',
    mustBreak: ['AUTH-02'],
    fault: passwordFilledIn((password, right) => typeof password === 'string' && password.normalize('NFKC') === right),
  },
  {
    id: 'AUTH-02-unknown-user-is-forbidden',
    // An unknown user is not slowed down either.
    mustBreak: ['AUTH-02', 'AUTH-10'],
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
  {
    id: 'AUTH-02-refusal-with-a-token',
    mustBreak: ['AUTH-02'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'authenticate' && answer.status === 401 ? withHeader(answer, 'X-Token', 'guest') : answer;
    },
  },
  { id: 'AUTH-02-logins-at-once-share-an-answer', mustBreak: ['AUTH-02'], fault: sharingAnswers },
  { id: 'AUTH-02-login-replayed-by-its-key', mustBreak: ['AUTH-02'], fault: replayingLogins },
];
