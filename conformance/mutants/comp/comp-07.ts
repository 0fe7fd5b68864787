import type { Mutants, NewFault } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';
import { companyOf, withCompany } from '../peer/operation-of.ts';

/** A fault that reads some other identifiers as that of a company. */
function takenFor(company: (id: bigint) => bigint): NewFault {
  return () => async (request, forward) => {
    const id = companyOf(request.path);
    return await forward(id === undefined ? request : { ...request, path: withCompany(request.path, String(company(BigInt(id)))) });
  };
}

export const mutants: Mutants = {
  'unknown-company-is-not-found':
    ({ target }) =>
    async (request, forward) => {
      const company = companyOf(request.path);
      const known = [...target.companies, target.foreignCompany].some((other) => other?.id === company);
      return company !== undefined && !known && headerOf(request, 'Authorization') !== undefined ? refusal(404) : await forward(request);
    },
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
  'company-zero-is-the-first': takenFor((id) => (id === 0n ? 1n : id)),
  'second-company-by-its-lower-bits': takenFor((id) => (id % 2n ** 32n === 2n ? 2n : id)),
};
