import { answersOf, listing, shown } from '../faults/exchanges.ts';
import { staleGet } from '../faults/stale-reads.ts';
import type { Mutants } from '../mutant.ts';
import { entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'always-the-first-item': {
    mayBreak: ['COMP-10', 'CONC-01', 'CONC-03', 'EVT-03', 'EVT-15', 'IDEM-07', 'RES-01'],
    fault: () => async (request, forward) => {
      if (request.operation !== 'getArticolo' || !companyOf(request.path)) return await forward(request);
      const list = await forward({ ...request, path: request.path.replace(/\/[^/]+$/, '') });
      const [first] = isSuccess(list) ? entriesOf(list) : [];
      const answer = await forward(request);
      return isSuccess(answer) && first !== undefined ? withBody(answer, first) : answer;
    },
  },
  'rounded-price-in-the-item': {
    mayBreak: ['COMP-10', 'EVT-15', 'RES-01'],
    fault: shown(['getArticolo'], (item) => ({ ...item, prezzo: String(Math.round(Number(item.prezzo))) })),
  },
  'accepted-instead-of-ok': answersOf('getArticolo', (answer) => ({ ...answer, status: 203 })),
  'letters-lost-in-the-item': {
    mayBreak: ['EVT-03', 'EVT-15', 'RES-01'],
    fault: answersOf('getArticolo', (answer) => ({ ...answer, body: answer.body.replaceAll(/[^ -~]/g, '?') })),
  },
  'long-descriptions-are-cut-in-the-list': {
    mayBreak: ['COMP-10'],
    fault: listing('listArticolo', (item) => ({ ...item, descrizione: String(item.descrizione).slice(0, 250) })),
  },
  'item-from-before-a-keyed-put': {
    // The GET differs from the PUT, from the list, and from the current token.
    mayBreak: [
      'COMP-10',
      'CONC-01',
      'CONC-02',
      'CONC-03',
      'CONC-05',
      'EVT-03',
      'EVT-15',
      'IDEM-07',
      'IDEM-10',
      'IDEM-13',
      'IDEM-14',
      'RES-01',
    ],
    fault: staleGet('getArticolo', (change) => headerOf(change, 'Idempotency-Key') !== undefined),
  },
};
