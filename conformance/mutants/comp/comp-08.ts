import { resources } from '../../src/generated/resources.ts';
import { deletedStaysListed } from '../faults/deleted-objects.ts';
import { answering } from '../faults/exchanges.ts';
import { isLaterPage } from '../faults/pages.ts';
import { repeating } from '../faults/repeated-answers.ts';
import { keptPages } from '../faults/stale-reads.ts';
import { forAnyUser } from '../faults/webhooks-of-others.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, isSuccess, refusal, withBody } from '../peer/message.ts';

export const mutants: Mutants = {
  'deleted-items-stay-listed': {
    // The list shows items that a GET does not find, and a later page repeats a deleted item.
    mayBreak: ['COMP-05', 'COMP-10'],
    fault: deletedStaysListed(resources.articolo.operations),
  },
  'deleted-items-stay-on-later-pages-that-were-read': keptPages('listArticolo', isLaterPage),
  'items-that-were-changed-are-not-deleted': {
    // The deletion also fires no event, and the list still shows the item.
    mayBreak: ['COMP-10', 'CONC-03', 'EVT-08', 'EVT-13', 'IDEM-04', 'IDEM-17'],
    fault: () => {
      const changed = new Set<string>();
      return async (request, forward) => {
        const { operation, path } = request;
        if (operation === 'deleteArticolo' && changed.has(path)) return { status: 204, headers: [], body: '' };
        const answer = await forward(request);
        if (operation === 'updateArticolo' && isSuccess(answer)) changed.add(path);
        return answer;
      };
    },
  },
  'changes-what-was-deleted': () => {
    const deleted = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const { operation, path } = request;
      if (operation === 'deleteArticolo' && isSuccess(answer)) deleted.add(path);
      const isGone = operation === 'updateArticolo' && answer.status === 404 && deleted.has(path);
      return isGone ? { ...withBody(answer, bodyOf(request)), status: 200, headers: [['Content-Type', 'application/json']] } : answer;
    };
  },
  'the-second-deletion-of-an-item-succeeds': () => {
    const deleted = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      if (request.operation !== 'deleteArticolo') return answer;
      if (isSuccess(answer)) deleted.add(request.path);
      return answer.status === 404 && deleted.has(request.path) ? { ...answer, status: 204, body: '' } : answer;
    };
  },
  'put-of-another-users-webhook': forAnyUser('updateWebhook'),
  'contacts-of-another-company-are-forbidden': () => {
    const created = new Set<string>();
    return async (request, forward) => {
      const answer = await forward(request);
      const { operation, path } = request;
      if (operation === 'createAnagrafica' && isSuccess(answer)) created.add(String(bodyOf(answer).id));
      const isOfAnother = operation === 'getAnagrafica' && answer.status === 404 && created.has(path.split('/').at(-1) ?? '');
      return isOfAnother ? refusal(403) : answer;
    };
  },
  'an-invoice-that-was-asked-for-early-is-never-there': repeating(
    ({ operation, path }) => (operation === 'getFatturaElettronicaXml' ? path : undefined),
    ({ status }) => status === 404,
  ),
  'an-invoice-that-is-not-made-yet-is-empty': {
    mayBreak: ['HDR-05'],
    fault: answering((answer, { operation }) =>
      operation === 'getFatturaElettronicaXml' && answer.status === 404 ? { status: 200, headers: [], body: '' } : answer,
    ),
  },
};
