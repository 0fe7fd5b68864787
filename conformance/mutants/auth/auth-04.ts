import type { Mutants } from '../mutant.ts';
import { headerOf, isSuccess, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  // A token that was accepted before gets a 401 when it has expired.
  'unknown-token-is-forbidden': () => {
    const known = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const sent = headerOf(request, 'Authorization') ?? '';
      if (isSuccess(answer)) known.add(sent);
      return answer.status === 401 && sent.startsWith('Bearer ') && !known.has(sent) ? { ...answer, status: 403 } : answer;
    };
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
