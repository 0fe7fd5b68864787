import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** Faulty services that the check of COMP-09 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'COMP-09-foreign-company-under-its-own-key',
    mustBreak: ['COMP-09'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const foreign = target.foreignCompany;
        const right =
          foreign !== undefined && companyOf(request.path) === foreign.id && headerOf(request, LICENSE_KEY_HEADER) === foreign.licenseKey;
        return right && request.operation === 'listArticolo'
          ? { status: 200, headers: [['Content-Type', 'application/json']], body: '[]' }
          : await forward(request);
      },
  },
];
