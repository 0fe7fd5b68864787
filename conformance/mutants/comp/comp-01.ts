import { listed, listing } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { type Answer, headerOf, isSuccess } from '../peer/message.ts';

/** How long everybody gets the list of the last caller. */
const KEPT_MS = 1_000;

export const mutants: Mutants = {
  'second-company-not-listed': {
    // Together with a fault that refuses the second company, this looks like a wrong configuration.
    judgedAlone: true,
    fault: listed('listAzienda', (entries) => entries.slice(0, 1)),
  },
  'companies-without-identifier': listing('listAzienda', ({ id: _id, ...rest }) => rest),
  'companies-kept-for-everybody': {
    // The other user sees companies that only the first may use.
    mayBreak: ['COMP-02', 'COMP-10'],
    judgedAlone: true,
    fault: () => {
      let last: { readonly user: string | undefined; readonly answer: Answer; readonly at: number } | undefined;
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'listAzienda' || !isSuccess(answer) || request.path.includes('?')) return answer;
        const [user, before] = [headerOf(request, 'Authorization'), last];
        last = { user, answer, at: Date.now() };
        const isKept = before !== undefined && before.user !== user && Date.now() - before.at < KEPT_MS;
        return isKept ? before.answer : answer;
      };
    },
  },
  'pages-of-companies-kept-for-everybody': {
    mayBreak: ['COMP-02', 'COMP-10'],
    fault: () => {
      const kept = new Map<string, Answer>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'listAzienda' || !isSuccess(answer) || !request.path.includes('?')) return answer;
        const shown = kept.get(request.path) ?? answer;
        kept.set(request.path, shown);
        return shown;
      };
    },
  },
};
