import { changed, remembering, shown } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';

/** Faulty services that the check of HOOK-09 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-09-null-is-the-company-of-the-license',
    mustBreak: ['HOOK-09', 'EVT-07'],
    mayBreak: ['IDEM-07'],
    fault: remembering(async (everywhere, request, forward, { target }) => {
      const body = bodyOf(request);
      const nulled = request.operation === 'createWebhook' && body.AziendaId === null;
      const answer = await forward(nulled ? withBody(request, { ...body, AziendaId: Number(target.companies[0].id) }) : request);
      if (nulled && isSuccess(answer)) everywhere.set(String(bodyOf(answer).id), {});
      return /Webhook/.test(request.operation ?? '')
        ? changed(answer, (webhook) => (everywhere.has(String(webhook.id)) ? { ...webhook, aziendaId: null } : webhook))
        : answer;
    }),
  },
  {
    id: 'HOOK-09-company-as-text',
    mustBreak: ['HOOK-09', 'HOOK-15'],
    mayBreak: ['RES-01'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, aziendaId: webhook.aziendaId === null ? null : String(webhook.aziendaId) })),
  },
];
