import type { Kysely } from 'kysely';
import type { Azienda } from '../usecases/session.ts';
import type { Database } from './database.ts';
import type { Schema } from './sql/schema.ts';

/** So many characters of a key's hash name it: enough to tell keys apart, of no use to guess one. */
const KEY_ID_LENGTH = 12;

export interface ListedAccount {
  readonly name: string;
  readonly companyIds: readonly number[];
}

export interface ListedKey {
  /** The beginning of its hash: the key itself cannot be read back. */
  readonly id: string;
  readonly label: string;
}

export interface ListedWebhook {
  readonly id: number;
  readonly user: string;
  /** Null: all companies of the user. */
  readonly aziendaId: number | null;
  readonly url: string;
  readonly events: readonly string[];
  /** How many deliveries wait for it. */
  readonly pending: number;
}

/** What is set up, for whoever keeps the service; each removal tells whether there was one. */
export interface Directory {
  companies(): Promise<Azienda[]>;
  accounts(): Promise<ListedAccount[]>;
  apiKeys(): Promise<ListedKey[]>;
  webhooks(): Promise<ListedWebhook[]>;
  /** With everything that is in it. */
  removeCompany(id: number): Promise<boolean>;
  /** With its tokens and webhooks. */
  removeAccount(name: string): Promise<boolean>;
  removeApiKey(id: string): Promise<boolean>;
}

export function createDirectory({ db, units }: Pick<Database, 'db' | 'units'>): Directory {
  return {
    async companies() {
      const rows = await db.selectFrom('company').select(['id', 'document']).orderBy('id').execute();
      return rows.map(({ id, document }) => ({ id, ...(JSON.parse(document) as Omit<Azienda, 'id'>) }));
    },
    async accounts() {
      const names = await db.selectFrom('account').select(['id', 'name']).orderBy('name').execute();
      const grants = await db.selectFrom('account_company').selectAll().orderBy('company_id').execute();
      return names.map(({ id, name }) => ({
        name,
        companyIds: grants.filter(({ account_id }) => account_id === id).map(({ company_id }) => company_id),
      }));
    },
    async apiKeys() {
      const rows = await db.selectFrom('api_key').selectAll().orderBy('label').execute();
      return rows.map(({ hash, label }) => ({ id: hash.slice(0, KEY_ID_LENGTH), label }));
    },
    webhooks: () => webhooksOf(db),
    removeCompany: (id) => units.run((unit) => removeCompany(unit.db, id)),
    removeAccount: (name) => units.run((unit) => removeAccount(unit.db, name)),
    async removeApiKey(id) {
      const keys = await db.selectFrom('api_key').select('hash').execute();
      const hash = keys.find((key) => key.hash.slice(0, KEY_ID_LENGTH) === id)?.hash;
      if (hash === undefined) return false;
      await db.deleteFrom('api_key').where('hash', '=', hash).execute();
      return true;
    },
  };
}

async function webhooksOf(db: Kysely<Schema>): Promise<ListedWebhook[]> {
  const rows = await db
    .selectFrom('webhook')
    .select(['webhook.id', 'account_id', 'azienda_id', 'url', 'events'])
    .select((select) =>
      select
        .selectFrom('delivery')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('delivery.webhook_id', '=', 'webhook.id')
        .where('delivery.state', '=', 'pending')
        .as('pending'),
    )
    .orderBy('webhook.id')
    .execute();
  return rows.map(({ id, account_id, azienda_id, url, events, pending }) => {
    return { id, user: account_id, aziendaId: azienda_id, url, events: JSON.parse(events) as string[], pending: Number(pending ?? 0) };
  });
}

async function removeCompany(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('company').where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  const objects = db.selectFrom('object').select('id').where('company_id', '=', id);
  const events = db.selectFrom('event').select('sequence').where('company_id', '=', id);
  const deliveries = db.selectFrom('delivery').select('id').where('event_sequence', 'in', events);
  await db.deleteFrom('object_reference').where('from_id', 'in', objects).execute();
  await db.deleteFrom('attempt').where('delivery_id', 'in', deliveries).execute();
  await db.deleteFrom('delivery').where('event_sequence', 'in', events).execute();
  for (const table of ['object', 'invoice', 'issued_numero', 'event', 'account_company'] as const)
    await db.deleteFrom(table).where('company_id', '=', id).execute();
  await removeWebhooks(db, db.selectFrom('webhook').select('id').where('azienda_id', '=', id));
  return true;
}

async function removeAccount(db: Kysely<Schema>, name: string): Promise<boolean> {
  const account = await db.deleteFrom('account').where('name', '=', name).returning('id').executeTakeFirst();
  if (account === undefined) return false;
  await removeWebhooks(db, db.selectFrom('webhook').select('id').where('account_id', '=', account.id));
  for (const table of ['account_company', 'token', 'idempotency'] as const)
    await db.deleteFrom(table).where('account_id', '=', account.id).execute();
  return true;
}

async function removeWebhooks(db: Kysely<Schema>, chosen: { execute(): Promise<readonly { readonly id: number }[]> }): Promise<void> {
  const ids = (await chosen.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await db.deleteFrom('webhook').where('id', 'in', ids).execute();
  await db.deleteFrom('webhook_event').where('webhook_id', 'in', ids).execute();
  const waiting = db.updateTable('delivery').set({ state: 'failed', claim_id: null }).where('webhook_id', 'in', ids);
  await waiting.where('state', '=', 'pending').execute();
}
