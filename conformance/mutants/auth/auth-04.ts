import type { Mutants } from '../mutant.ts';
import { headerOf, isSuccess, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  'unknown-token-is-forbidden': {
    // An expired token gets the same answer.
    mustAlsoBreak: ['AUTH-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return answer.status === 401 && headerOf(request, 'Authorization')?.startsWith('Bearer ') ? { ...answer, status: 403 } : answer;
    },
  },
  'half-a-token-serves': () => {
    const known = new Set<string>();
    return async (request, forward) => {
      const sent = headerOf(request, 'Authorization') ?? '';
      const whole = [...known].find((token) => sent.length > 20 && token.startsWith(sent));
      const answer = await forward(whole === undefined ? request : withHeader(request, 'Authorization', whole));
      if (isSuccess(answer) && whole === undefined && sent !== '') known.add(sent);
      return answer;
    };
  },
};
