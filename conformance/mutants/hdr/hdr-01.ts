import { refusing } from '../faults/exchanges.ts';
import { API_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'unauthorized-instead-of-forbidden': {
    mustAlsoBreak: ['HDR-09'],
    fault: refusing(401, (request) => {
      const refused =
        request.operation !== 'authenticate' && request.operation !== undefined && headerOf(request, API_KEY_HEADER) === undefined;
      return refused && headerOf(request, 'Authorization') !== undefined;
    }),
  },
};
