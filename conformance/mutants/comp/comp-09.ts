import { LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'foreign-company-under-its-own-key':
    ({ target }) =>
    async (request, forward) => {
      const foreign = target.foreignCompany;
      const right =
        foreign !== undefined && companyOf(request.path) === foreign.id && headerOf(request, LICENSE_KEY_HEADER) === foreign.licenseKey;
      return right && request.operation === 'listArticolo'
        ? { status: 200, headers: [['Content-Type', 'application/json']], body: '[]' }
        : await forward(request);
    },
};
