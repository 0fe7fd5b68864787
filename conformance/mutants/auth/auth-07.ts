import { refusing } from '../faults/exchanges.ts';
import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'license-key-at-the-door': refusing(
    403,
    (request) => request.operation === 'authenticate' && headerOf(request, LICENSE_KEY_HEADER) === undefined,
  ),
};
