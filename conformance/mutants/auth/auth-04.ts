import type { Mutant } from '../mutant.ts';
import { headerOf, isSuccess, withHeader } from '../peer/message.ts';

/** Faulty services that the check of AUTH-04 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-04-unknown-token-is-forbidden',
    // An expired token gets the same answer.
    mustBreak: ['AUTH-04', 'AUTH-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 401 && headerOf(request, 'Authorization')?.startsWith('Bearer ') ? { ...answer, status: 403 } : answer;
    },
  },
  {
    id: 'AUTH-04-half-a-token-serves',
    mustBreak: ['AUTH-04'],
    fault: () => {
      const known = new Set<string>();
      return async (request, forward) => {
        const sent = headerOf(request, 'Authorization') ?? '';
        const whole = [...known].find((token) => sent.length > 20 && token.startsWith(sent));
        const answer = await forward(whole === undefined ? request : withHeader(request, 'Authorization', whole));
        if (isSuccess(answer) && whole === undefined && sent !== '') known.add(sent);
        return answer;
      };
    },
  },
];
