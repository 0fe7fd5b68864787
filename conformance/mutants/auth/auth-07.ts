import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'license-key-at-the-door': () => async (request, forward) =>
    request.operation === 'authenticate' && headerOf(request, LICENSE_KEY_HEADER) === undefined ? refusal(403) : await forward(request),
};
