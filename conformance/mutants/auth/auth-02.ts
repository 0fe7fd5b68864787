import type { Target } from '../../src/model/target.ts';
import { answering, forwarding, refusing } from '../faults/exchanges.ts';
import { isKey, KEY_HEADER } from '../faults/keys.ts';
import { repeating, sharing } from '../faults/repeated-answers.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { bodyOf, headerOf, withBody, withHeader } from '../peer/message.ts';

/** A fault that accepts some wrong passwords of a known user. */
function passwordFilledIn(taken: (password: string, target: Target) => boolean): NewFault {
  return forwarding((request, { target }) => {
    const { UserName, Password } = bodyOf(request);
    const { userName, password: right } = target.credentials;
    const isUser = request.operation === 'authenticate' && UserName === userName;
    return isUser && taken(String(Password), target) ? withBody(request, { UserName, Password: right }) : request;
  });
}

export const mutants: Mutants = {
  'password-prefix-is-enough': passwordFilledIn(
    (password, { credentials }) => password.startsWith(credentials.password) || credentials.password.startsWith(password),
  ),
  'another-user-s-password-serves': passwordFilledIn((password, { otherUser }) => password === otherUser?.password),
  'password-left-out-serves': passwordFilledIn((password) => password === 'undefined'),
  'null-for-a-password-serves': passwordFilledIn((password) => password === 'null'),
  'spaces-around-a-password': passwordFilledIn((password, { credentials }) => password.trim() === credentials.password),
  'password-like-a-pattern': passwordFilledIn((password) => password === '%'),
  'user-name-for-a-password': passwordFilledIn((password, { credentials }) => password === credentials.userName),
  'password-ends-rightly': passwordFilledIn((password, { credentials }) => password.endsWith(credentials.password)),
  'password-in-a-compatible-form': passwordFilledIn((password, { credentials }) => password.normalize('NFKC') === credentials.password),
  'unknown-user-is-forbidden': {
    // An unknown user is not slowed down either.
    mustAlsoBreak: ['AUTH-10'],
    mayBreak: ['ERR-02'],
    fault: refusing(403, (request, { target }) => {
      const { UserName } = bodyOf(request);
      const known = [target.credentials.userName, target.otherUser?.userName];
      return request.operation === 'authenticate' && typeof UserName === 'string' && !known.includes(UserName);
    }),
  },
  'refusal-with-a-token': answering((answer, { operation }) =>
    operation === 'authenticate' && answer.status === 401 ? withHeader(answer, 'X-Token', 'guest') : answer,
  ),
  // With the same headers.
  'logins-at-once-share-an-answer': sharing((request) => {
    const { UserName, Password } = bodyOf(request);
    const isLogin = request.operation === 'authenticate' && typeof UserName === 'string' && typeof Password === 'string';
    return isLogin ? JSON.stringify([UserName, request.headers]) : undefined;
  }),
  'login-replayed-by-its-key': repeating((request) => {
    const key = headerOf(request, KEY_HEADER);
    return request.operation === 'authenticate' && isKey(key) ? JSON.stringify([key, bodyOf(request).UserName]) : undefined;
  }),
};
