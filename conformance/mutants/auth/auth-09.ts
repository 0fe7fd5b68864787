import { inSecond } from '../faults/companies.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** Faulty services that the check of AUTH-09 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'AUTH-09-token-stays-with-its-first-company',
    mustBreak: ['AUTH-09', 'COMP-02', 'COMP-04', 'COMP-07'],
    fault: () => {
      const homes = new Map<string, string>();
      return async (request, forward) => {
        const [token, company] = [headerOf(request, 'Authorization'), companyOf(request.path)];
        if (request.operation !== 'listArticolo' || token === undefined || company === undefined) return await forward(request);
        if (!homes.has(token)) homes.set(token, company);
        return homes.get(token) === company ? await forward(request) : refusal(400);
      };
    },
  },
  {
    id: 'AUTH-09-documents-of-the-second-company-under-another-token',
    mustBreak: ['AUTH-09'],
    mayBreak: ['AUTH-03'],
    fault: (context) => async (request, forward) =>
      request.operation === 'listDocumento' && inSecond(companyOf(request.path) ?? '', context) ? refusal(401) : await forward(request),
  },
];
