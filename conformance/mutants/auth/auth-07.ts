import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

/** Faulty services that the check of AUTH-07 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-07-license-key-at-the-door',
    mustBreak: ['AUTH-07'],
    fault: () => async (request, forward) =>
      request.operation === 'authenticate' && headerOf(request, LICENSE_KEY_HEADER) === undefined ? refusal(403) : await forward(request),
  },
];
