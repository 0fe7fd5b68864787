import type { Mutant } from '../mutant.ts';
import { type Answer, entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';

/** How long everybody gets the list of the last caller. */
const KEPT_MS = 1_000;

/** Faulty services that the check of COMP-01 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'COMP-01-second-company-not-listed',
    mustBreak: ['COMP-01'],
    // Together with a fault that refuses the second company, this looks like a wrong configuration.
    judgedAlone: true,
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'listAzienda' && isSuccess(answer) ? withBody(answer, entriesOf(answer).slice(0, 1)) : answer;
    },
  },
  {
    id: 'COMP-01-companies-without-identifier',
    mustBreak: ['COMP-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'listAzienda' || !isSuccess(answer)) return answer;
      return withBody(
        answer,
        entriesOf(answer).map(({ id: _id, ...rest }) => rest),
      );
    },
  },
  {
    id: 'COMP-01-companies-kept-for-everybody',
    mustBreak: ['COMP-01'],
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
  {
    id: 'COMP-01-pages-of-companies-kept-for-everybody',
    mustBreak: ['COMP-01'],
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
];
