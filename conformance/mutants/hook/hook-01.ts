import { shown } from '../faults/exchanges.ts';
import type { Webhook } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';

function pascal({ aziendaId, ...webhook }: Webhook): Webhook {
  return { ...webhook, AziendaId: aziendaId };
}

function allPascal(webhook: Webhook): Webhook {
  return Object.fromEntries(Object.entries(webhook).map(([name, value]) => [name.charAt(0).toUpperCase() + name.slice(1), value]));
}

function without(webhook: Webhook, member: string): Webhook {
  return Object.fromEntries(Object.entries(webhook).filter(([name]) => name !== member));
}

export const mutants: Mutants = {
  'pascal-case-in-the-list': shown(['listWebhook'], pascal),
  'pascal-case-everywhere': shown(['createWebhook', 'updateWebhook', 'getWebhook', 'listWebhook'], allPascal),
  'creation-without-enabled': {
    mustAlsoBreak: ['HOOK-03'],
    fault: shown(['createWebhook'], (webhook) => without(webhook, 'enabled')),
  },
  'put-answers-in-pascal-case': shown(['updateWebhook'], pascal),
};
