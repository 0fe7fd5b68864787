import { asked, refusing, shown } from '../faults/exchanges.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'description-read-in-camel-case': {
    mustAlsoBreak: ['IDEM-07'],
    mayBreak: ['ERR-02', 'RES-01'],
    fault: asked(['createWebhook'], ({ Description: _dropped, description, ...body }) => ({ ...body, Description: description })),
  },
  'url-read-with-a-point-for-every-hyphen': {
    // Only webhooks whose Url comes from a PUT get deliveries.
    mayBreak: ['RES-01', 'EVT-09', 'EVT-10'],
    judgedAlone: true,
    fault: asked(['createWebhook'], (body) => ({
      ...body,
      Url: String(body.Url).replace(/\/([^/]*)$/, (path) => path.replaceAll('-', '.')),
    })),
  },
  'creation-answers-the-url-in-lower-case': shown(['createWebhook'], (webhook) => ({ ...webhook, url: String(webhook.url).toLowerCase() })),
  'put-wants-camel-case': {
    mustAlsoBreak: ['HOOK-09', 'HOOK-10', 'HOOK-11', 'CONC-01'],
    mayBreak: ['ERR-02'],
    fault: refusing(400, (request) => request.operation === 'updateWebhook' && !('events' in bodyOf(request))),
  },
};
