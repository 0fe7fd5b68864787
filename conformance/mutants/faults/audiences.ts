import type { NewFault } from '../mutant.ts';
import { shown, type Webhook } from './webhooks.ts';

/** A fault in how all operations show webhooks for all companies. */
export function shownForAllCompanies(change: (webhook: Webhook) => Webhook): NewFault {
  const operations = ['createWebhook', 'getWebhook', 'listWebhook', 'updateWebhook'] as const;
  return shown(operations, (webhook) => (webhook.aziendaId === null ? change(webhook) : webhook));
}
