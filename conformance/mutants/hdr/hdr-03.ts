import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'bad-request-instead-of-forbidden': {
    mustAlsoBreak: ['HDR-09'],
    fault: () => async (request, forward) => {
      const refused =
        request.operation !== 'authenticate' &&
        headerOf(request, LICENSE_KEY_HEADER) === undefined &&
        headerOf(request, 'Authorization') !== undefined;
      return refused ? refusal(400) : await forward(request);
    },
  },
};
