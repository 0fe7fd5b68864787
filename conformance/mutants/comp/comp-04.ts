import type { Mutants } from '../mutant.ts';
import { entriesOf, isSuccess, withBody } from '../peer/message.ts';

export const mutants: Mutants = {
  'stock-items-counted': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'listArticolo' && isSuccess(answer) ? withBody(answer, { articoli: entriesOf(answer).length }) : answer;
  },
};
