import { changed, shown } from '../faults/exchanges.ts';
import { remembering } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, isSuccess, withBody } from '../peer/message.ts';

export const mutants: Mutants = {
  'null-is-the-company-of-the-license': {
    mustAlsoBreak: ['EVT-07'],
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
  'company-as-text': {
    mustAlsoBreak: ['HOOK-15'],
    mayBreak: ['RES-01'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, aziendaId: webhook.aziendaId === null ? null : String(webhook.aziendaId) })),
  },
};
