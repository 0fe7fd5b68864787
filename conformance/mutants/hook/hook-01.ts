import { shown, type Webhook } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';

function pascal({ aziendaId, ...webhook }: Webhook): Webhook {
  return { ...webhook, AziendaId: aziendaId };
}

function allPascal(webhook: Webhook): Webhook {
  return Object.fromEntries(Object.entries(webhook).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]));
}

function without(webhook: Webhook, member: string): Webhook {
  return Object.fromEntries(Object.entries(webhook).filter(([name]) => name !== member));
}

/** Faulty services that the check of HOOK-01 must catch. */
export const mutants: readonly Mutant[] = [
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
];
