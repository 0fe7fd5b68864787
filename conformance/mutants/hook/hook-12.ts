import { changed, idOf, shown } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, withBody } from '../peer/message.ts';

/** Faulty services that the check of HOOK-12 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-12-token-as-text',
    mustBreak: ['HOOK-12', 'HOOK-15', 'CONC-01'],
    mayBreak: ['CONC-03', 'IDEM-07'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, concurrencyToken: String(webhook.concurrencyToken) })),
  },
  {
    id: 'HOOK-12-id-as-text-for-all-companies',
    mustBreak: ['HOOK-12'],
    fault: shown(['createWebhook'], (webhook) => (webhook.aziendaId === null ? { ...webhook, id: String(webhook.id) } : webhook)),
  },
  {
    id: 'HOOK-12-id-taken-on-creation',
    mustBreak: ['HOOK-12'],
    fault: () => async (request, forward) => {
      const { Id } = bodyOf(request);
      const answer = await forward(request);
      const isTaken = request.operation === 'createWebhook' && Id !== undefined;
      return isTaken ? changed(answer, (webhook) => ({ ...webhook, id: Id })) : answer;
    },
  },
  {
    id: 'HOOK-12-put-changes-the-one-that-its-body-names',
    mustBreak: ['HOOK-12'],
    fault: () => async (request, forward) => {
      const { Id } = bodyOf(request);
      if (request.operation !== 'updateWebhook' || Id === undefined || String(Id) === idOf(request)) return await forward(request);
      const path = request.path.replace(/[^/]*$/, String(Id));
      const named = await forward({ ...request, method: 'GET', path, body: '' });
      const body = { ...bodyOf(request), ConcurrencyToken: bodyOf(named).concurrencyToken };
      return await forward({ ...withBody(request, body), path });
    },
  },
  {
    id: 'HOOK-12-id-as-text-on-creation',
    mustBreak: ['HOOK-12'],
    fault: shown(['createWebhook'], (webhook) => ({ ...webhook, id: String(webhook.id) })),
  },
];
