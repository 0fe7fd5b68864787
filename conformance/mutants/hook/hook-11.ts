import { refusing, shown } from '../faults/exchanges.ts';
import { askedEvents, isTexts } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'at-most-four-events': {
    mustAlsoBreak: ['EVT-06', 'EVT-09', 'EVT-10'],
    mayBreak: ['EVT-04', 'EVT-13', 'EVT-15'],
    fault: askedEvents('createWebhook', (types) => types.slice(0, 4)),
  },
  'events-in-one-text': {
    mustAlsoBreak: ['HOOK-02', 'HOOK-13', 'HOOK-15'],
    mayBreak: ['RES-01'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, events: (webhook.events as string[]).join(',') })),
  },
  'one-event-type-of-an-object': refusing(400, (request) => {
    const { Events } = bodyOf(request);
    const ofDocuments = isTexts(Events) ? Events.filter((type) => type.startsWith('Documento.')) : [];
    return request.operation === 'updateWebhook' && ofDocuments.length > 1;
  }),
};
