import type { Kysely } from 'kysely';
import { type Page, type Paged, paged } from '../model/page.ts';
import { ServiceError } from '../model/service-error.ts';
import type { Sealer } from '../security/sealing.ts';
import { newSecret } from '../security/secrets.ts';
import type { Change } from './company-store.ts';
import { preparedQuery } from './sql/prepared-query.ts';
import type { Schema } from './sql/schema.ts';

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

const getQuery = preparedQuery((db) => db.selectFrom('webhook').select(COLUMNS).where('account_id', '=', '').where('id', '=', 0));

const SETTINGS = { azienda_id: null, url: '', description: null, events: '' };
const FIRST_TOKEN = 1;
const ENABLED = 1;
const insertQuery = preparedQuery((db) =>
  db
    .insertInto('webhook')
    .values({ ...SETTINGS, account_id: '', enabled: ENABLED, secret_sealed: '', concurrency_token: FIRST_TOKEN })
    .returning(COLUMNS),
);

const replaceQuery = preparedQuery((db) =>
  db
    .updateTable('webhook')
    .set({ ...SETTINGS, concurrency_token: 0 })
    .where('account_id', '=', '')
    .where('id', '=', 0)
    .where('concurrency_token', '=', 0)
    .returning(COLUMNS),
);

const removeQuery = preparedQuery((db) => db.deleteFrom('webhook').where('account_id', '=', '').where('id', '=', 0).returning('id'));
const unsubscribeQuery = preparedQuery((db) => db.deleteFrom('webhook_event').where('webhook_id', '=', 0));

export function webhookStore(db: Kysely<Schema>, accountId: string, sealer: Sealer): WebhookStore {
  async function get(id: number): Promise<StoredWebhook | undefined> {
    const [row] = (await getQuery(db, [accountId, id])).rows;
    return row === undefined ? undefined : parseRow(row);
  }

  return {
    get,
    async list({ after, limit }) {
      const rows = await db
        .selectFrom('webhook')
        .select(COLUMNS)
        .where('account_id', '=', accountId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return paged(rows.map(parseRow), limit);
    },
    async insert(settings) {
      const secret = newSecret('whsec');
      const sealed = sealer.seal(secret, WEBHOOK_SECRET_PURPOSE);
      const [row] = (await insertQuery(db, [...columns(settings), accountId, ENABLED, sealed, FIRST_TOKEN])).rows;
      if (row === undefined) throw new ServiceError('database-unusable', 'The database told nothing of an insertion.');
      await subscribe(db, row.id, settings.events);
      return { webhook: parseRow(row), secret };
    },
    async replace(id, concurrencyToken, settings) {
      const next = [...columns(settings), concurrencyToken + 1];
      const [row] = (await replaceQuery(db, [...next, accountId, id, concurrencyToken])).rows;
      if (row === undefined) return { kind: (await get(id)) === undefined ? 'missing' : 'stale' };
      await unsubscribeQuery(db, [id]);
      await subscribe(db, id, settings.events);
      await cancelUnwanted(db, id, settings);
      return { kind: 'done', entry: parseRow(row) };
    },
    async remove(id) {
      if ((await removeQuery(db, [accountId, id])).rows.length === 0) return false;
      await unsubscribeQuery(db, [id]);
      await cancel(db, id).execute();
      return true;
    },
  };
}

/** In the order of SETTINGS. */
function columns({ aziendaId, url, description, events }: WebhookSettings): readonly unknown[] {
  return [aziendaId, url, description, JSON.stringify(events)];
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
