import { inSecond } from '../faults/companies.ts';
import { answersOf, listed, refusing } from '../faults/exchanges.ts';
import { isLaterPage } from '../faults/pages.ts';
import type { Mutants } from '../mutant.ts';
import type { Answer } from '../peer/message.ts';

export const mutants: Mutants = {
  'second-company-does-not-work': {
    mustAlsoBreak: ['COMP-04', 'AUTH-09'],
    fault: refusing(400, (request, context) => request.operation === 'listArticolo' && inSecond(request, context)),
  },
  'later-pages-list-companies-of-others': {
    mayBreak: ['COMP-10'],
    fault: listed('listAzienda', (entries, request, { target: { foreignCompany } }) => {
      const isMeant = isLaterPage(request) && entries.length > 0 && foreignCompany !== undefined;
      return isMeant ? [...entries, { ...entries[0], id: Number(foreignCompany.id) }] : entries;
    }),
  },
  'another-user-is-listed-the-companies-of-the-first': (context) => {
    let own: Answer | undefined;
    return answersOf('listAzienda', (answer, request) => {
      if (request.path.includes('?')) return answer;
      if (context.userOf(request) === context.target.credentials.userName) own = answer;
      return own ?? answer;
    })(context);
  },
};
