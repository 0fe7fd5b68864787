import type { Mutant } from '../mutant.ts';
import { entriesOf, isSuccess, withBody } from '../peer/message.ts';

/** Faulty services that the check of COMP-04 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'COMP-04-stock-items-counted',
    mustBreak: ['COMP-04'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listArticolo' && isSuccess(answer) ? withBody(answer, { articoli: entriesOf(answer).length }) : answer;
    },
  },
];
