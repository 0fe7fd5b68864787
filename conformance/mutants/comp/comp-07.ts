import type { Mutant } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';
import { companyOf, withCompany } from '../peer/operation-of.ts';

/** A fault that reads some other identifiers as that of a company. */
function takenFor(company: (id: bigint) => bigint): Mutant['fault'] {
  return () => async (request, forward) => {
    const id = companyOf(request.path);
    return await forward(id === undefined ? request : { ...request, path: withCompany(request.path, String(company(BigInt(id)))) });
  };
}

/** Faulty services that the check of COMP-07 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'COMP-07-unknown-company-is-not-found',
    mustBreak: ['COMP-07'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const company = companyOf(request.path);
        const known = [...target.companies, target.foreignCompany].some((other) => other?.id === company);
        return company !== undefined && !known && headerOf(request, 'Authorization') !== undefined ? refusal(404) : await forward(request);
      },
  },
  {
    id: 'COMP-07-foreign-company-under-any-key',
    mustBreak: ['COMP-07'],
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
  { id: 'COMP-07-company-zero-is-the-first', mustBreak: ['COMP-07'], fault: takenFor((id) => (id === 0n ? 1n : id)) },
  {
    id: 'COMP-07-second-company-by-its-lower-bits',
    mustBreak: ['COMP-07'],
    fault: takenFor((id) => (id % 2n ** 32n === 2n ? 2n : id)),
  },
];
