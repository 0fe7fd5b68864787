import { API_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'unauthorized-instead-of-forbidden': {
    mustAlsoBreak: ['HDR-09'],
    fault: () => async (request, forward) => {
      const refused =
        request.operation !== 'authenticate' && request.operation !== undefined && headerOf(request, API_KEY_HEADER) === undefined;
      return refused && headerOf(request, 'Authorization') !== undefined ? refusal(401) : await forward(request);
    },
  },
};
