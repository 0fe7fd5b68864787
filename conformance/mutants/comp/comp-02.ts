import type { Mutant } from '../mutant.ts';
import { refusal } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** Faulty services that the check of COMP-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'COMP-02-second-company-does-not-work',
    mustBreak: ['COMP-02', 'COMP-04', 'AUTH-09'],
    fault:
      ({ target }) =>
      async (request, forward) =>
        companyOf(request.path) === target.companies[1]?.id && request.operation === 'listArticolo' ? refusal(400) : await forward(request),
  },
];
