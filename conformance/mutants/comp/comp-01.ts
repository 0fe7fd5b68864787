import type { Mutant } from '../mutant.ts';
import { entriesOf, isSuccess, withBody } from '../peer/message.ts';

/** Faulty services that the check of COMP-01 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'COMP-01-second-company-not-listed',
    mustBreak: ['COMP-01'],
    // Beside a fault that refuses the second company, it looks as if that were configured wrongly.
    judgedAlone: true,
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listAzienda' && isSuccess(answer) ? withBody(answer, entriesOf(answer).slice(0, 1)) : answer;
    },
  },
  {
    id: 'COMP-01-companies-without-identifier',
    mustBreak: ['COMP-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'listAzienda' || !isSuccess(answer)) return answer;
      return withBody(
        answer,
        entriesOf(answer).map(({ id: _id, ...rest }) => rest),
      );
    },
  },
];
