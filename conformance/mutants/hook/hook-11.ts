import { askedEvents, isTexts, refused, shown } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of HOOK-11 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-11-at-most-four-events',
    mustBreak: ['HOOK-11', 'EVT-06', 'EVT-09', 'EVT-10'],
    mayBreak: ['EVT-04', 'EVT-13', 'EVT-15'],
    fault: askedEvents('createWebhook', (types) => types.slice(0, 4)),
  },
  {
    id: 'HOOK-11-events-in-one-text',
    mustBreak: ['HOOK-11', 'HOOK-02', 'HOOK-13', 'HOOK-15'],
    mayBreak: ['RES-01'],
    fault: shown(['getWebhook'], (webhook) => ({ ...webhook, events: (webhook.events as string[]).join(',') })),
  },
  {
    id: 'HOOK-11-one-event-type-of-an-object',
    mustBreak: ['HOOK-11'],
    fault: refused('updateWebhook', ({ Events }) => {
      const objects = (isTexts(Events) ? Events : []).map((type) => type.split('.')[0]).filter((object) => object === 'Documento');
      return new Set(objects).size !== objects.length;
    }),
  },
];
