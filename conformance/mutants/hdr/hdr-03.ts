import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

/** Faulty services that the check of HDR-03 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HDR-03-bad-request-instead-of-forbidden',
    mustBreak: ['HDR-03', 'HDR-09'],
    fault: () => async (request, forward) => {
      const refused =
        request.operation !== 'authenticate' &&
        headerOf(request, LICENSE_KEY_HEADER) === undefined &&
        headerOf(request, 'Authorization') !== undefined;
      return refused ? refusal(400) : await forward(request);
    },
  },
];
