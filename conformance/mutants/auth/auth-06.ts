import { DAY_MS } from '../faults/durations.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

/** Faulty services that the check of AUTH-06 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-06-token-for-one-day',
    mustBreak: ['AUTH-06'],
    fault: ({ aheadMs }) => {
      const issued = new Map<string, number>();
      return async (request, forward) => {
        const token = headerOf(request, 'Authorization');
        if (token !== undefined && aheadMs() - (issued.get(token) ?? aheadMs()) > DAY_MS) return refusal(401);
        const answer = await forward(request);
        const given = headerOf(answer, 'X-Token');
        if (given !== undefined) issued.set(`Bearer ${given}`, aheadMs());
        return answer;
      };
    },
  },
];
