import { answering, changed, shown } from '../faults/exchanges.ts';
import { idOf } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, withBody } from '../peer/message.ts';

export const mutants: Mutants = {
  'token-as-text': {
    mustAlsoBreak: ['HOOK-15', 'CONC-01'],
    mayBreak: ['CONC-03', 'IDEM-07'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, concurrencyToken: String(webhook.concurrencyToken) })),
  },
  'id-as-text-for-all-companies': shown(['createWebhook'], (webhook) =>
    webhook.aziendaId === null ? { ...webhook, id: String(webhook.id) } : webhook,
  ),
  'id-taken-on-creation': answering((answer, request) => {
    const { Id } = bodyOf(request);
    const isTaken = request.operation === 'createWebhook' && Id !== undefined;
    return isTaken ? changed(answer, (webhook) => ({ ...webhook, id: Id })) : answer;
  }),
  'put-changes-the-one-that-its-body-names': () => async (request, forward) => {
    const { Id } = bodyOf(request);
    if (request.operation !== 'updateWebhook' || Id === undefined || String(Id) === idOf(request)) return await forward(request);
    const path = request.path.replace(/[^/]*$/, String(Id));
    const named = await forward({ ...request, method: 'GET', path, body: '' });
    const body = { ...bodyOf(request), ConcurrencyToken: bodyOf(named).concurrencyToken };
    return await forward({ ...withBody(request, body), path });
  },
  'id-as-text-on-creation': shown(['createWebhook'], (webhook) => ({ ...webhook, id: String(webhook.id) })),
};
