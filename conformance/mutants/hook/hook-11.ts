import { askedEvents, isTexts, refused, shown } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';

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
  'one-event-type-of-an-object': refused('updateWebhook', ({ Events }) => {
    const objects = (isTexts(Events) ? Events : []).map((type) => type.split('.')[0]).filter((object) => object === 'Documento');
    return new Set(objects).size !== objects.length;
  }),
};
