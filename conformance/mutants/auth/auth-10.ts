import type { Mutant, Request } from '../mutant.ts';
import { type Answer, bodyOf, headerOf, isSuccess, withBody, without } from '../peer/message.ts';

/** A fault that refuses some requests without a challenge. */
function unchallenged(isMeant: (request: Request) => boolean): Mutant['fault'] {
  return () => async (request, forward) => {
    const answer = await forward(request);
    return answer.status === 401 && isMeant(request) ? without(answer, 'WWW-Authenticate') : answer;
  };
}

/** Faulty services that the check of AUTH-10 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'AUTH-10-no-challenge', mustBreak: ['AUTH-10'], fault: unchallenged(() => true) },
  {
    id: 'AUTH-10-slowed-without-a-time',
    mustBreak: ['AUTH-10'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 429 ? without(answer, 'Retry-After') : answer;
    },
  },
  {
    id: 'AUTH-10-unknown-tokens-for-documents-without-challenge',
    mustBreak: ['AUTH-10'],
    fault: unchallenged((request) => request.operation === 'listDocumento' && headerOf(request, 'Authorization') !== undefined),
  },
  {
    id: 'AUTH-10-a-login-forgives-everybody',
    mustBreak: ['AUTH-10'],
    // After each login, guesses go to the service under new names, which it takes for other users.
    fault: () => {
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
  },
  {
    id: 'AUTH-10-wrong-logins-are-not-told-how',
    mustBreak: ['AUTH-10'],
    fault: unchallenged(({ operation }) => operation === 'authenticate'),
  },
  {
    id: 'AUTH-10-guesses-at-once-are-not-counted',
    mustBreak: ['AUTH-10'],
    // A guess that is slowed down beside others of its user gets an earlier refusal instead of the 429.
    fault: () => {
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
  },
];
