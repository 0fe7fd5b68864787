import { asked, refused, shown, type Webhook } from './faults/webhooks.ts';
import type { Mutant } from './mutant.ts';

function pascal({ aziendaId, ...webhook }: Webhook): Webhook {
  return { ...webhook, AziendaId: aziendaId };
}

function allPascal(webhook: Webhook): Webhook {
  return Object.fromEntries(Object.entries(webhook).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]));
}

function without(webhook: Webhook, member: string): Webhook {
  return Object.fromEntries(Object.entries(webhook).filter(([name]) => name !== member));
}

/** Services that name a webhook's members wrongly. */
export const hookNameMutants: readonly Mutant[] = [
  { id: 'HOOK-01-pascal-case-in-the-list', mustBreak: ['HOOK-01'], fault: shown(['listWebhook'], pascal) },
  {
    id: 'HOOK-01-pascal-case-everywhere',
    mustBreak: ['HOOK-01'],
    fault: shown(['createWebhook', 'updateWebhook', 'getWebhook', 'listWebhook'], allPascal),
  },
  {
    id: 'HOOK-01-creation-without-enabled',
    mustBreak: ['HOOK-01', 'HOOK-03'],
    fault: shown(['createWebhook'], (webhook) => without(webhook, 'enabled')),
  },
  { id: 'HOOK-01-put-answers-in-pascal-case', mustBreak: ['HOOK-01'], fault: shown(['updateWebhook'], pascal) },
  {
    id: 'HOOK-02-description-read-in-camel-case',
    mustBreak: ['HOOK-02', 'IDEM-07'],
    fault: asked(['createWebhook'], ({ Description: _dropped, description, ...body }) => ({ ...body, Description: description })),
  },
  {
    id: 'HOOK-02-url-read-with-a-point-for-every-hyphen',
    mustBreak: ['HOOK-02'],
    // Nothing comes but to webhooks that a PUT gave their Url.
    mayBreak: ['EVT-09', 'EVT-10'],
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
    fault: refused('updateWebhook', (body) => !Object.hasOwn(body, 'events')),
  },
];
