import { resources } from '../../src/generated/resources.ts';
import { deletedStaysListed } from '../faults/deleted-objects.ts';
import { isLaterPage } from '../faults/pages.ts';
import { keptPages } from '../faults/stale-reads.ts';
import { forAnyUser } from '../faults/webhooks-of-others.ts';
import type { Mutant } from '../mutant.ts';
import { type Answer, bodyOf, isSuccess, refusal, withBody } from '../peer/message.ts';

/** Faulty services that the check of COMP-08 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'COMP-08-nothing-instead-of-not-found',
    mustBreak: ['COMP-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getWebhook' && answer.status === 404 ? { ...answer, status: 204, body: '' } : answer;
    },
  },
  {
    id: 'COMP-08-deletes-what-does-not-exist',
    mustBreak: ['COMP-08'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'deleteDocumento' && answer.status === 404 ? { ...answer, status: 204, body: '' } : answer;
    },
  },
  {
    id: 'COMP-08-deleted-items-stay-listed',
    mustBreak: ['COMP-08'],
    // The list shows items that a GET does not find, and a later page repeats a deleted item.
    mayBreak: ['COMP-05', 'COMP-10'],
    fault: deletedStaysListed(resources.articolo.operations),
  },
  {
    id: 'COMP-08-deleted-items-stay-on-later-pages-that-were-read',
    mustBreak: ['COMP-08'],
    fault: keptPages('listArticolo', isLaterPage),
  },
  {
    id: 'COMP-08-items-that-were-changed-are-not-deleted',
    mustBreak: ['COMP-08'],
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
  {
    id: 'COMP-08-changes-what-was-deleted',
    mustBreak: ['COMP-08'],
    fault: () => {
      const deleted = new Set<string>();
      return async (request, forward) => {
        const answer = await forward(request);
        const { operation, path } = request;
        if (operation === 'deleteArticolo' && isSuccess(answer)) deleted.add(path);
        const isGone = operation === 'updateArticolo' && answer.status === 404 && deleted.has(path);
        return isGone ? { ...withBody(answer, bodyOf(request)), status: 200, headers: [['Content-Type', 'application/json']] } : answer;
      };
    },
  },
  {
    id: 'COMP-08-the-second-deletion-of-an-item-succeeds',
    mustBreak: ['COMP-08'],
    fault: () => {
      const deleted = new Set<string>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'deleteArticolo') return answer;
        if (isSuccess(answer)) deleted.add(request.path);
        return answer.status === 404 && deleted.has(request.path) ? { ...answer, status: 204, body: '' } : answer;
      };
    },
  },
  {
    id: 'COMP-08-put-of-another-users-webhook',
    mustBreak: ['COMP-08'],
    fault: forAnyUser('updateWebhook'),
  },
  {
    id: 'COMP-08-contacts-of-another-company-are-forbidden',
    mustBreak: ['COMP-08'],
    fault: () => {
      const created = new Set<string>();
      return async (request, forward) => {
        const answer = await forward(request);
        const { operation, path } = request;
        if (operation === 'createAnagrafica' && isSuccess(answer)) created.add(String(bodyOf(answer).id));
        const isOfAnother = operation === 'getAnagrafica' && answer.status === 404 && created.has(path.split('/').at(-1) ?? '');
        return isOfAnother ? refusal(403) : answer;
      };
    },
  },
  {
    id: 'COMP-08-an-invoice-that-was-asked-for-early-is-never-there',
    mustBreak: ['COMP-08'],
    fault: () => {
      const missing = new Map<string, Answer>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (request.operation !== 'getFatturaElettronicaXml') return answer;
        if (answer.status === 404) missing.set(request.path, answer);
        return missing.get(request.path) ?? answer;
      };
    },
  },
  {
    id: 'COMP-08-an-invoice-that-is-not-made-yet-is-empty',
    mustBreak: ['COMP-08'],
    mayBreak: ['HDR-05'],
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      return request.operation === 'getFatturaElettronicaXml' && answer.status === 404 ? { status: 200, headers: [], body: '' } : answer;
    },
  },
];
