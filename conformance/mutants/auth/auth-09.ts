import { inSecond } from '../faults/companies.ts';
import { refusing } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'token-stays-with-its-first-company': {
    mustAlsoBreak: ['COMP-02', 'COMP-04', 'COMP-07'],
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
  'documents-of-the-second-company-under-another-token': {
    mayBreak: ['AUTH-03'],
    fault: refusing(401, (request, context) => request.operation === 'listDocumento' && inSecond(request, context)),
  },
};
