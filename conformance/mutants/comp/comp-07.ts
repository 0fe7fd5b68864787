import { forwarding, refusing } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'unknown-company-is-not-found': refusing(404, (request, { target }) => {
    const company = companyOf(request.path);
    const known = [...target.companies, target.foreignCompany].some((other) => other?.id === company);
    return company !== undefined && !known && headerOf(request, 'Authorization') !== undefined;
  }),
  'foreign-company-under-any-key': {
    mayBreak: ['COMP-09'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const foreign = target.foreignCompany;
        return foreign !== undefined && companyOf(request.path) === foreign.id && request.operation === 'listArticolo'
          ? { status: 200, headers: [['Content-Type', 'application/json']], body: '[]' }
          : await forward(request);
      },
  },
  'company-zero-is-the-first': forwarding((request) => ({ ...request, path: request.path.replace(/(?<=^\/api\/v\d+\/)0+(?=\/)/, '1') })),
};
