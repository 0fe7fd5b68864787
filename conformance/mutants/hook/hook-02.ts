import { asked, refused, shown } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of HOOK-02 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HOOK-02-description-read-in-camel-case',
    mustBreak: ['HOOK-02', 'IDEM-07'],
    mayBreak: ['ERR-02', 'RES-01'],
    fault: asked(['createWebhook'], ({ Description: _dropped, description, ...body }) => ({ ...body, Description: description })),
  },
  {
    id: 'HOOK-02-url-read-with-a-point-for-every-hyphen',
    mustBreak: ['HOOK-02'],
    // Only webhooks whose Url comes from a PUT get deliveries.
    mayBreak: ['RES-01', 'EVT-09', 'EVT-10'],
    judgedAlone: true,
    fault: asked(['createWebhook'], (body) => ({
      ...body,
      Url: String(body.Url).replace(/\/([^/]*)$/, (path) => path.replaceAll('-', '.')),
    })),
  },
  {
    id: 'HOOK-02-creation-answers-the-url-in-lower-case',
    mustBreak: ['HOOK-02'],
    fault: shown(['createWebhook'], (webhook) => ({ ...webhook, url: String(webhook.url).toLowerCase() })),
  },
  {
    id: 'HOOK-02-put-wants-camel-case',
    mustBreak: ['HOOK-02', 'HOOK-09', 'HOOK-10', 'HOOK-11', 'CONC-01'],
    mayBreak: ['ERR-02'],
    fault: refused('updateWebhook', (body) => !Object.hasOwn(body, 'events')),
  },
];
