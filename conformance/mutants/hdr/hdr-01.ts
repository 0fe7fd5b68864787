import { API_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

/** Faulty services that the check of HDR-01 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HDR-01-unauthorized-instead-of-forbidden',
    mustBreak: ['HDR-01', 'HDR-09'],
    fault: () => async (request, forward) => {
      const refused =
        request.operation !== 'authenticate' && request.operation !== undefined && headerOf(request, API_KEY_HEADER) === undefined;
      return refused && headerOf(request, 'Authorization') !== undefined ? refusal(401) : await forward(request);
    },
  },
];
