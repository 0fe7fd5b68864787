import { isLaterPage, pagesOf } from '../faults/pages.ts';
import type { Mutant } from '../mutant.ts';
import { type Answer, entriesOf, isSuccess, refusal, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { Users } from '../peer/users.ts';

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
  {
    id: 'COMP-02-later-pages-list-companies-of-others',
    mustBreak: ['COMP-02'],
    mayBreak: ['COMP-10'],
    fault: ({ target }) =>
      pagesOf('listAzienda', (answer, request) => {
        const [entry] = entriesOf(answer);
        const { foreignCompany } = target;
        if (!isLaterPage(request) || entry === undefined || foreignCompany === undefined) return answer;
        return withBody(answer, [...entriesOf(answer), { ...entry, id: Number(foreignCompany.id) }]);
      })(),
  },
  {
    id: 'COMP-02-another-user-is-listed-the-companies-of-the-first',
    mustBreak: ['COMP-02'],
    fault: ({ target }) => {
      const users = new Users();
      let own: Answer | undefined;
      return async (request, forward) => {
        const answer = await forward(request);
        users.learn(request, answer);
        if (request.operation !== 'listAzienda' || !isSuccess(answer) || request.path.includes('?')) return answer;
        if (users.of(request) === target.credentials.userName) own = answer;
        return own ?? answer;
      };
    },
  },
];
