import { isLaterPage, pagesOf } from '../faults/pages.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, entriesOf, isSuccess, refusal, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';
import { Users } from '../peer/users.ts';

export const mutants: Mutants = {
  'second-company-does-not-work': {
    mustAlsoBreak: ['COMP-04', 'AUTH-09'],
    fault:
      ({ target }) =>
      async (request, forward) =>
        companyOf(request.path) === target.companies[1]?.id && request.operation === 'listArticolo' ? refusal(400) : await forward(request),
  },
  'later-pages-list-companies-of-others': {
    mayBreak: ['COMP-10'],
    fault: ({ target }) =>
      pagesOf('listAzienda', (answer, request) => {
        const [entry] = entriesOf(answer);
        const { foreignCompany } = target;
        if (!isLaterPage(request) || entry === undefined || foreignCompany === undefined) return answer;
        return withBody(answer, [...entriesOf(answer), { ...entry, id: Number(foreignCompany.id) }]);
      })(),
  },
  'another-user-is-listed-the-companies-of-the-first': ({ target }) => {
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
};
