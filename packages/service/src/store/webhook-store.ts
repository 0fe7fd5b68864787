import type { Kysely } from 'kysely';
import type { Sealer } from '../security/sealing.ts';
import { newSecret } from '../security/secrets.ts';
import type { Change } from './company-store.ts';
import { type Page, type Paged, paged } from './page.ts';
import type { Schema } from './schema.ts';

/** What a client sets of a webhook. */
export interface WebhookSettings {
  /** Null: all companies of the user. */
  readonly aziendaId: number | null;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
}

export interface StoredWebhook extends WebhookSettings {
  readonly id: number;
  readonly enabled: boolean;
  readonly concurrencyToken: number;
}

/** The webhooks of one user: nobody else sees them, and null as AziendaId means the companies of that user. */
export interface WebhookStore {
  list(page: Page): Promise<Paged<StoredWebhook>>;
  get(id: number): Promise<StoredWebhook | undefined>;
  /** Returns the secret with the webhook: after this it only signs (HOOK-04, HOOK-06). */
  insert(settings: WebhookSettings): Promise<{ readonly webhook: StoredWebhook; readonly secret: string }>;
  /** Replaces the settings if the token is the current one; the secret stays (HOOK-07). */
  replace(id: number, concurrencyToken: number, settings: WebhookSettings): Promise<Change<StoredWebhook>>;
  /** Whether there was one. Nothing is delivered to it any more (HOOK-14). */
  remove(id: number): Promise<boolean>;
}

interface Row {
  readonly id: number;
  readonly azienda_id: number | null;
  readonly url: string;
  readonly enabled: number;
  readonly description: string | null;
  readonly events: string;
  readonly concurrency_token: number;
}

// Without the sealed secret: no query of this store can answer it.
const COLUMNS = ['id', 'azienda_id', 'url', 'enabled', 'description', 'events', 'concurrency_token'] as const;

/** What a webhook's sealed secret is bound to: nothing else that was sealed opens in its place. */
export const WEBHOOK_SECRET_PURPOSE = 'webhook-secret';

export function webhookStore(db: Kysely<Schema>, accountId: string, sealer: Sealer): WebhookStore {
  const select = () => db.selectFrom('webhook').select(COLUMNS).where('account_id', '=', accountId);

  async function get(id: number): Promise<StoredWebhook | undefined> {
    const row = await select().where('id', '=', id).executeTakeFirst();
    return row === undefined ? undefined : parseRow(row);
  }

  return {
    get,
    async list({ after, limit }) {
      const rows = await select()
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return paged(rows.map(parseRow), limit);
    },
    async insert(settings) {
      const secret = newSecret('whsec');
      const row = await db
        .insertInto('webhook')
        .values({
          ...columns(settings),
          account_id: accountId,
          enabled: 1,
          secret_sealed: sealer.seal(secret, WEBHOOK_SECRET_PURPOSE),
          concurrency_token: 1,
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      await subscribe(db, row.id, settings.events);
      return { webhook: parseRow(row), secret };
    },
    async replace(id, concurrencyToken, settings) {
      const row = await db
        .updateTable('webhook')
        .set({ ...columns(settings), concurrency_token: concurrencyToken + 1 })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('concurrency_token', '=', concurrencyToken)
        .returning(COLUMNS)
        .executeTakeFirst();
      if (row === undefined) return { kind: (await get(id)) === undefined ? 'missing' : 'stale' };
      await db.deleteFrom('webhook_event').where('webhook_id', '=', id).execute();
      await subscribe(db, id, settings.events);
      await cancelUnwanted(db, id, settings);
      return { kind: 'done', entry: parseRow(row) };
    },
    async remove(id) {
      const query = db.deleteFrom('webhook').where('account_id', '=', accountId).where('id', '=', id);
      if ((await query.returning('id').executeTakeFirst()) === undefined) return false;
      await db.deleteFrom('webhook_event').where('webhook_id', '=', id).execute();
      await cancel(db, id).execute();
      return true;
    },
  };
}

function columns({ aziendaId, url, description, events }: WebhookSettings) {
  return { azienda_id: aziendaId, url, description, events: JSON.stringify(events) };
}

async function subscribe(db: Kysely<Schema>, webhookId: number, events: readonly string[]): Promise<void> {
  const rows = [...new Set(events)].map((type) => ({ webhook_id: webhookId, type }));
  await db.insertInto('webhook_event').values(rows).execute();
}

function cancel(db: Kysely<Schema>, webhookId: number) {
  return db
    .updateTable('delivery')
    .set({ state: 'failed', claim_id: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending');
}

// EVT-06, EVT-07: what still waits is held to the new settings as well.
async function cancelUnwanted(db: Kysely<Schema>, webhookId: number, { aziendaId, events }: WebhookSettings): Promise<void> {
  const ofOtherTypes = db.selectFrom('event').select('sequence').where('type', 'not in', events);
  await cancel(db, webhookId).where('event_sequence', 'in', ofOtherTypes).execute();
  if (aziendaId === null) return;
  const ofOtherCompanies = db.selectFrom('event').select('sequence').where('company_id', '!=', aziendaId);
  await cancel(db, webhookId).where('event_sequence', 'in', ofOtherCompanies).execute();
}

function parseRow(row: Row): StoredWebhook {
  return {
    id: row.id,
    aziendaId: row.azienda_id,
    url: row.url,
    enabled: row.enabled === 1,
    description: row.description,
    events: JSON.parse(row.events) as string[],
    concurrencyToken: row.concurrency_token,
  };
}
