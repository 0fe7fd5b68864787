import { staleGet } from '../faults/stale-reads.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, entriesOf, headerOf, isSuccess, withBody } from '../peer/message.ts';
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
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const { prezzo } = bodyOf(answer);
      return request.operation === 'getArticolo' && typeof prezzo === 'string'
        ? withBody(answer, { ...bodyOf(answer), prezzo: String(Math.round(Number(prezzo))) })
        : answer;
    },
  },
  'accepted-instead-of-ok': () => async (request, forward) => {
    const answer = await forward(request);
    return request.operation === 'getArticolo' && answer.status === 200 ? { ...answer, status: 203 } : answer;
  },
  'letters-lost-in-the-item': {
    mayBreak: ['EVT-03', 'EVT-15', 'RES-01'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getArticolo' ? { ...answer, body: answer.body.replaceAll(/[^ -~]/g, '?') } : answer;
    },
  },
  'long-descriptions-are-cut-in-the-list': {
    mayBreak: ['COMP-10'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'listArticolo' || !isSuccess(answer)) return answer;
      const cut = entriesOf(answer).map(({ descrizione, ...others }) => ({ ...others, descrizione: String(descrizione).slice(0, 250) }));
      return withBody(answer, cut);
    },
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
