import { answering } from '../faults/exchanges.ts';
import type { Mutants, NewFault, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, withBody, without } from '../peer/message.ts';

/** A fault that refuses some requests without a challenge. */
function unchallenged(isMeant: (request: Request) => boolean): NewFault {
  return answering((answer, request) => (answer.status === 401 && isMeant(request) ? without(answer, 'WWW-Authenticate') : answer));
}

export const mutants: Mutants = {
  'slowed-without-a-time': answering((answer) => (answer.status === 429 ? without(answer, 'Retry-After') : answer)),
  'unknown-tokens-for-documents-without-challenge': unchallenged(
    (request) => request.operation === 'listDocumento' && headerOf(request, 'Authorization') !== undefined,
  ),
  // After each login, guesses go to the service under new names, which it takes for other users.
  'a-login-forgives-everybody': () => {
    let logins = 0;
    return async (request, forward) => {
      if (request.operation !== 'authenticate') return await forward(request);
      const { UserName, ...rest } = bodyOf(request);
      const isGuess = String(UserName).endsWith('.invalid');
      const answer = await forward(isGuess ? withBody(request, { ...rest, UserName: `${logins}${UserName}` }) : request);
      if (isSuccess(answer)) logins += 1;
      return answer;
    };
  },
  'wrong-logins-are-not-told-how': unchallenged(({ operation }) => operation === 'authenticate'),
  // A guess that is slowed down beside others of its user gets an earlier refusal instead of the 429.
  'guesses-at-once-are-not-counted': () => {
    const underWay = new Map<unknown, number>();
    let refusal: Answer | undefined;
    return async (request, forward) => {
      if (request.operation !== 'authenticate') return await forward(request);
      const { UserName } = bodyOf(request);
      const others = underWay.get(UserName) ?? 0;
      underWay.set(UserName, others + 1);
      const answer = await forward(request);
      underWay.set(UserName, (underWay.get(UserName) ?? 1) - 1);
      if (answer.status === 401) refusal = answer;
      return answer.status === 429 && others > 0 ? (refusal ?? answer) : answer;
    };
  },
};
