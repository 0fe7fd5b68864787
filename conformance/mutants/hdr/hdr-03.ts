import { refusing } from '../faults/exchanges.ts';
import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'bad-request-instead-of-forbidden': {
    mustAlsoBreak: ['HDR-09'],
    fault: refusing(400, (request) => {
      const refused =
        request.operation !== 'authenticate' &&
        headerOf(request, LICENSE_KEY_HEADER) === undefined &&
        headerOf(request, 'Authorization') !== undefined;
      return refused;
    }),
  },
};
