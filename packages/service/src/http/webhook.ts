import { paths } from '@business-cloud/server';
import { webhookId } from '../model/ids.ts';
import type { StoredWebhook } from '../store/webhook-store.ts';
import { notFound } from '../usecases/refusal.ts';
import { createWebhook, updateWebhook } from '../usecases/webhooks.ts';
import { nextLink, pageOf } from './list-page.ts';
import type { ServiceHandlers } from './service-handlers.ts';

/** The webhooks of the user (HOOK-01 to HOOK-16). */
export const webhookHandlers: Pick<ServiceHandlers, 'listWebhook' | 'getWebhook' | 'createWebhook' | 'updateWebhook' | 'deleteWebhook'> = {
  async listWebhook({ query }, { transaction, user, isAbandoned }) {
    const list = () => transaction.webhooks.list(pageOf(query, webhookId));
    const webhooks = await transaction.lists.run(list, { user: user.id, isAbandoned });
    return {
      status: 200,
      headers: nextLink(paths.listWebhook(), query, webhooks),
      body: webhooks.entries.map((webhook) => toWebhook(webhook, null)),
    };
  },

  async getWebhook({ params: { id } }, { transaction }) {
    const found = await transaction.webhooks.get(webhookId(id));
    return found === undefined ? notFound('webhook', id) : { status: 200, body: toWebhook(found, null) };
  },

  async createWebhook({ body }, { transaction }) {
    const created = await createWebhook(transaction, body);
    if ('problem' in created) return created;
    const { webhook, secret } = created;
    return { status: 201, headers: { Location: paths.getWebhook(webhook) }, body: toWebhook(webhook, secret) };
  },

  async updateWebhook({ params: { id }, body }, { transaction }) {
    const updated = await updateWebhook(transaction, id, body);
    return 'problem' in updated ? updated : { status: 200, body: toWebhook(updated, null) };
  },

  async deleteWebhook({ params: { id } }, { transaction }) {
    return (await transaction.webhooks.remove(webhookId(id))) ? { status: 204 } : notFound('webhook', id);
  },
};

/** Every answer has the secret null but that of the creation (HOOK-04, HOOK-06). */
function toWebhook<Secret extends string | null>(webhook: StoredWebhook, secret: Secret) {
  const { id, aziendaId, url, enabled, description, events, members, concurrencyToken } = webhook;
  return { ...members, id, aziendaId, url, enabled, secret, description, events: [...events], concurrencyToken };
}
