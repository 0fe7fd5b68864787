import type { CustomerComponents } from '@business-cloud/server';
import type { StoredWebhook, WebhookSettings } from '../store/webhook-store.ts';
import type { Session } from '../usecases/session.ts';
import { notFound, staleToken } from './company-resource.ts';
import { nextLink, pageOf } from './list-page.ts';
import type { ServiceHandlers } from './service-handlers.ts';

type Schemas = CustomerComponents['schemas'];

const PATH = '/api/v3/config/webhook';

/** The webhooks of the user (HOOK-01 to HOOK-16). */
export const webhookHandlers: Pick<ServiceHandlers, 'listWebhook' | 'getWebhook' | 'createWebhook' | 'updateWebhook' | 'deleteWebhook'> = {
  async listWebhook({ query }, { transaction }) {
    const page = pageOf(query);
    const webhooks = await transaction.webhooks.list(page);
    return { status: 200, headers: nextLink(PATH, page, webhooks), body: webhooks.entries.map((webhook) => toWebhook(webhook, null)) };
  },

  async getWebhook({ params: { id } }, { transaction }) {
    const found = await transaction.webhooks.get(id);
    return found === undefined ? notFound('webhook', id) : { status: 200, body: toWebhook(found, null) };
  },

  async createWebhook({ body }, { transaction }) {
    const refusal = await refusalOf(body, transaction);
    if (refusal !== undefined) return refusal;
    const { webhook, secret } = await transaction.webhooks.insert(settingsOf(body));
    return { status: 201, headers: { Location: `${PATH}/${webhook.id}` }, body: toWebhook(webhook, secret) };
  },

  async updateWebhook({ params: { id }, body }, { transaction }) {
    const refusal = await refusalOf(body, transaction);
    if (refusal !== undefined) return refusal;
    const change = await transaction.webhooks.replace(id, body.ConcurrencyToken, settingsOf(body));
    if (change.kind === 'missing') return notFound('webhook', id);
    if (change.kind === 'stale') return staleToken;
    return { status: 200, body: toWebhook(change.entry, null) };
  },

  async deleteWebhook({ params: { id } }, { transaction }) {
    return (await transaction.webhooks.remove(id)) ? { status: 204 } : notFound('webhook', id);
  },
};

// Only these four: Secret and Enabled are not a client's to set (HOOK-03, HOOK-05).
function settingsOf(body: Schemas['WebhookInput']): WebhookSettings {
  return { aziendaId: body.AziendaId, url: body.Url, description: body.Description ?? null, events: body.Events };
}

/** What the schema cannot say: a URL that can be dialled, a company of the user (HOOK-08, HOOK-16). */
async function refusalOf({ Url, AziendaId }: Schemas['WebhookInput'], session: Session) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are refused; not every database keeps them.
  if (URL.parse(Url)?.protocol !== 'https:' || /[\u0000-\u001f]/.test(Url)) return invalid('Url', 'It must be a whole https URL.');
  if (AziendaId !== null && !(await session.mayUse(AziendaId)))
    return invalid('AziendaId', 'It must be a company of the user, or null for all of them.');
  return undefined;
}

function invalid(member: string, detail: string) {
  return {
    problem: 'invalid-value',
    detail: `${member} is refused. ${detail}`,
    errors: [{ in: 'body', pointer: `/${member}`, detail }],
  } as const;
}

/** Every answer has the secret null but that of the creation (HOOK-04, HOOK-06). */
function toWebhook<Secret extends string | null>(webhook: StoredWebhook, secret: Secret) {
  const { id, aziendaId, url, enabled, description, events, concurrencyToken } = webhook;
  return { id, aziendaId, url, enabled, secret, description, events: [...events], concurrencyToken };
}
