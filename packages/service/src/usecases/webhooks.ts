import type { CustomerComponents } from '@business-cloud/server';
import { WEBHOOKS_MAX } from '../generated/limits.ts';
import { companyId, webhookId } from '../model/ids.ts';
import type { StoredWebhook, WebhookSettings } from '../store/webhook-store.ts';
import { invalidValues, notFound, type Refusal, staleToken } from './refusal.ts';
import type { Session } from './session.ts';

type Schemas = CustomerComponents['schemas'];

/** Creates a webhook, and returns its secret, which is shown only this once (HOOK-04). */
export async function createWebhook(
  session: Session,
  input: Schemas['WebhookInput'],
): Promise<{ readonly webhook: StoredWebhook; readonly secret: string } | Refusal<'invalid-value' | 'too-many-webhooks'>> {
  const refusal = await refusalOf(input, session);
  if (refusal !== undefined) return refusal;
  return (await session.webhooks.hasRoom()) ? session.webhooks.insert(settingsOf(input)) : tooMany;
}

/** Replaces the settings of a webhook if the token is the current one; the secret stays (HOOK-07, CONC-01). */
export async function updateWebhook(
  session: Session,
  id: number,
  { ConcurrencyToken, ...input }: Schemas['WebhookUpdate'],
): Promise<StoredWebhook | Refusal<'invalid-value' | 'not-found' | 'concurrency-conflict'>> {
  const refusal = await refusalOf(input, session);
  if (refusal !== undefined) return refusal;
  const change = await session.webhooks.replace(webhookId(id), ConcurrencyToken, settingsOf(input));
  if (change.kind === 'missing') return notFound('webhook', id);
  return change.kind === 'stale' ? staleToken : change.entry;
}

/**
 * The pipeline hands on what the contract declares and nothing else: Secret and Enabled are not a client's to set (HOOK-03, HOOK-05). Members that
 * the service does not know are kept with the rest (RES-01); answers begin them with a small letter (HOOK-01).
 */
function settingsOf({ AziendaId, Url, Description, Events, ...others }: Schemas['WebhookInput']): WebhookSettings {
  const members = Object.fromEntries(Object.entries(others).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]));
  const aziendaId = AziendaId === null ? null : companyId(AziendaId);
  return { aziendaId, url: Url, description: Description ?? null, events: Events, members };
}

/** What the schema cannot say: a URL that can be dialled, a company of the user (HOOK-08, HOOK-16). */
async function refusalOf({ Url, AziendaId }: Schemas['WebhookInput'], session: Session): Promise<Refusal<'invalid-value'> | undefined> {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here; not every database can store them.
  if (URL.parse(Url)?.protocol !== 'https:' || /[\u0000-\u001f]/.test(Url)) return invalid('Url', 'It must be a whole https URL.');
  if (AziendaId !== null && !(await session.mayUse(companyId(AziendaId))))
    return invalid('AziendaId', 'It must be a company of the user, or null for all of them.');
  return undefined;
}

const tooMany: Refusal<'too-many-webhooks'> = {
  problem: 'too-many-webhooks',
  detail: `There are ${WEBHOOKS_MAX} webhooks of this user. Delete one that you no longer need, or name more event types in one.`,
};

function invalid(member: string, detail: string): Refusal<'invalid-value'> {
  return invalidValues([{ in: 'body', pointer: `/${member}`, detail }]);
}
