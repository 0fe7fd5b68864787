import { puts, renewed } from '../faults/concurrency-tokens.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, isSuccess } from '../peer/message.ts';

export const mutants: Mutants = {
  'equal-change-is-no-change': {
    mustAlsoBreak: ['CONC-05', 'IDEM-10', 'IDEM-11', 'IDEM-13'],
    mayBreak: ['IDEM-07', 'IDEM-06', 'IDEM-03', 'IDEM-05', 'IDEM-08', 'IDEM-15'],
    fault: puts(async (memory, request, forward) => {
      const [last, stored] = memory.get(request.path) ?? [];
      if (last === request.body) return stored as Answer;
      const answer = await forward(request);
      if (isSuccess(answer)) memory.set(request.path, [request.body, answer]);
      return answer;
    }),
  },
  'second-retry-is-executed': {
    mustAlsoBreak: ['IDEM-10'],
    mayBreak: ['CONC-03', 'IDEM-03', 'IDEM-05', 'IDEM-15'],
    fault: puts(async (memory, request, forward) => {
      const same = `${request.path} ${request.body}`;
      const times = memory.get(same) ?? [];
      memory.set(same, [...times, 1]);
      return times.length === 2 ? await renewed(request, forward) : await forward(request);
    }),
  },
};
