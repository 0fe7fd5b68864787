import { staleGet } from '../faults/stale-reads.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** Faulty services that the check of COMP-05 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'COMP-05-always-the-first-item',
    mustBreak: ['COMP-05'],
    mayBreak: ['COMP-10', 'CONC-01', 'CONC-03', 'EVT-03', 'EVT-15', 'IDEM-07', 'RES-01'],
    fault: () => async (request, forward) => {
      if (request.operation !== 'getArticolo' || !companyOf(request.path)) return await forward(request);
      const list = await forward({ ...request, path: request.path.replace(/\/[^/]+$/, '') });
      const [first] = isSuccess(list) ? entriesOf(list) : [];
      const answer = await forward(request);
      return isSuccess(answer) && first !== undefined ? withBody(answer, first) : answer;
    },
  },
  {
    id: 'COMP-05-rounded-price-in-the-item',
    mustBreak: ['COMP-05'],
    mayBreak: ['COMP-10', 'EVT-15', 'RES-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { prezzo } = bodyOf(answer);
      return request.operation === 'getArticolo' && typeof prezzo === 'string'
        ? withBody(answer, { ...bodyOf(answer), prezzo: String(Math.round(Number(prezzo))) })
        : answer;
    },
  },
  {
    id: 'COMP-05-accepted-instead-of-ok',
    mustBreak: ['COMP-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getArticolo' && answer.status === 200 ? { ...answer, status: 203 } : answer;
    },
  },
  {
    id: 'COMP-05-letters-lost-in-the-item',
    mustBreak: ['COMP-05'],
    mayBreak: ['EVT-03', 'EVT-15', 'RES-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getArticolo' ? { ...answer, body: answer.body.replaceAll(/[^ -~]/g, '?') } : answer;
    },
  },
  {
    id: 'COMP-05-long-descriptions-are-cut-in-the-list',
    mustBreak: ['COMP-05'],
    mayBreak: ['COMP-10'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'listArticolo' || !isSuccess(answer)) return answer;
      const cut = entriesOf(answer).map(({ descrizione, ...others }) => ({ ...others, descrizione: String(descrizione).slice(0, 250) }));
      return withBody(answer, cut);
    },
  },
  {
    id: 'COMP-05-item-from-before-a-keyed-put',
    mustBreak: ['COMP-05'],
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
];
