import { sql } from 'kysely';
import { WEBHOOKS_MAX } from '../generated/limits.ts';
import type { AccountId, CompanyId, WebhookId } from '../model/ids.ts';
import type { Change } from '../model/objects.ts';
import type { Page, Paged } from '../model/page.ts';
import type { Sealer } from '../security/sealing.ts';
import { newSecret } from '../security/secrets.ts';
import { type Sized, withinBudget } from './page-budget.ts';
import type { Connection } from './sql/connection.ts';
import { UNSETTLED } from './sql/schema.ts';
import { statement } from './sql/statement.ts';

/** What a client sets of a webhook. */
export interface WebhookSettings {
  /** Null: all companies of the user. */
  readonly aziendaId: CompanyId | null;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  /** What else the contract lets a client set, by the names of answers: the service only keeps it. */
  readonly members?: Readonly<Record<string, unknown>>;
}

export interface StoredWebhook extends WebhookSettings {
  readonly id: WebhookId;
  readonly enabled: boolean;
  readonly concurrencyToken: number;
}

/** The webhooks of one user: nobody else sees them, and null as AziendaId means the companies of that user. */
export interface WebhookStore {
  list(page: Page<WebhookId>): Promise<Paged<StoredWebhook>>;
  get(id: WebhookId): Promise<StoredWebhook | undefined>;
  /** Whether the user may have one more. Until the unit ends, everybody else who asks for this user waits: the last place is taken once (D-06). */
  hasRoom(): Promise<boolean>;
  /** Returns the secret with the webhook: after this it only signs (HOOK-04, HOOK-06). */
  insert(settings: WebhookSettings): Promise<{ readonly webhook: StoredWebhook; readonly secret: string }>;
  /** Replaces the settings if the token is the current one; the secret stays (HOOK-07). */
  replace(id: WebhookId, concurrencyToken: number, settings: WebhookSettings): Promise<Change<StoredWebhook>>;
  /** Whether there was one. Nothing is delivered to it any more (HOOK-14). */
  remove(id: WebhookId): Promise<boolean>;
}

interface Row {
  readonly id: WebhookId;
  readonly azienda_id: CompanyId | null;
  readonly url: string;
  readonly enabled: number;
  readonly description: string | null;
  readonly events: string;
  readonly members: string;
  readonly concurrency_token: number;
}

// Without the sealed secret: no statement of this store can answer it.
const COLUMNS = ['id', 'azienda_id', 'url', 'enabled', 'description', 'events', 'members', 'concurrency_token'] as const;

/** What a webhook's sealed secret is bound to: nothing else that was sealed opens in its place. */
export const WEBHOOK_SECRET_PURPOSE = 'webhook-secret';

const FIRST_TOKEN = 1;
const ENABLED = 1;

/** Where a webhook is: its identifier alone does not lead to it. */
interface Place {
  readonly accountId: AccountId;
  readonly id: WebhookId;
}

/** The settings as columns. */
interface Settings {
  readonly aziendaId: CompanyId | null;
  readonly url: string;
  readonly description: string | null;
  readonly events: string;
  readonly members: string;
}

const webhookAt = statement((db, $: Place) =>
  db.selectFrom('webhook').select(COLUMNS).where('account_id', '=', $.accountId).where('id', '=', $.id),
);

const webhooksAfter = statement((db, $: { readonly accountId: AccountId; readonly after: WebhookId; readonly limit: number }, { pageOf }) =>
  db
    .selectFrom('webhook')
    .select(COLUMNS)
    .modifyEnd(pageOf({ owner: { account_id: $.accountId }, key: 'id', order: 'asc', beyond: $.after, limit: $.limit })),
);

const lockAccount = statement((db, $: { readonly accountId: AccountId }, { forUpdate }) =>
  db.selectFrom('account').select('id').where('id', '=', $.accountId).modifyEnd(forUpdate),
);

const webhookCount = statement((db, $: { readonly accountId: AccountId }) =>
  db
    .selectFrom('webhook')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', $.accountId),
);

const insertWebhook = statement((db, $: Settings & { readonly accountId: AccountId; readonly secretSealed: string }) =>
  db
    .insertInto('webhook')
    .values({
      account_id: $.accountId,
      azienda_id: $.aziendaId,
      url: $.url,
      enabled: ENABLED,
      secret_sealed: $.secretSealed,
      description: $.description,
      events: $.events,
      members: $.members,
      concurrency_token: FIRST_TOKEN,
    })
    .returning(COLUMNS),
);

const replaceWebhook = statement((db, $: Place & Settings & { readonly currentToken: number; readonly nextToken: number }) =>
  db
    .updateTable('webhook')
    .set({
      azienda_id: $.aziendaId,
      url: $.url,
      description: $.description,
      events: $.events,
      members: $.members,
      concurrency_token: $.nextToken,
    })
    .where('account_id', '=', $.accountId)
    .where('id', '=', $.id)
    .where('concurrency_token', '=', $.currentToken)
    .returning(COLUMNS),
);

const removeWebhook = statement((db, $: Place) => db.deleteFrom('webhook').where('account_id', '=', $.accountId).where('id', '=', $.id));

const subscribe = statement(
  (_db, $: { readonly webhookId: WebhookId; readonly types: readonly string[] }, { list }) =>
    sql`insert into webhook_event (webhook_id, type)
      select cast(${$.webhookId} as bigint), subscribed.value from ${list($.types, 'text')} as subscribed`,
);

const unsubscribe = statement((db, $: { readonly webhookId: WebhookId }) =>
  db.deleteFrom('webhook_event').where('webhook_id', '=', $.webhookId),
);

const cancelDeliveries = statement((db, $: { readonly webhookId: WebhookId }) =>
  db.updateTable('delivery').set({ state: 'failed', claim_id: null }).where('webhook_id', '=', $.webhookId).where('state', 'in', UNSETTLED),
);

// EVT-06, EVT-07: what still waits is held to the new settings as well.
const cancelUnwanted = statement(
  (db, $: { readonly webhookId: WebhookId; readonly types: readonly string[]; readonly aziendaId: CompanyId | null }, { list }) =>
    db
      .updateTable('delivery')
      .set({ state: 'failed', claim_id: null })
      .where('webhook_id', '=', $.webhookId)
      .where('state', 'in', UNSETTLED)
      .where('event_sequence', 'in', (from) =>
        from
          .selectFrom('event')
          .select('sequence')
          .where((where) => where.or([where('type', 'not in', list($.types, 'text')), where('company_id', '!=', $.aziendaId)])),
      ),
);

const anySecret = statement((db) => db.selectFrom('webhook').select('secret_sealed').limit(1));

/** Opens any webhook's secret, to see whether the key fits. @throws {ServiceError} `seal-broken` when it does not */
export async function requireSecretOpens(connection: Connection, sealer: Sealer): Promise<void> {
  const row = await anySecret.first(connection, {});
  if (row !== undefined) sealer.open(row.secret_sealed, WEBHOOK_SECRET_PURPOSE);
}

export function webhookStore(connection: Connection, accountId: AccountId, sealer: Sealer): WebhookStore {
  async function get(id: WebhookId): Promise<StoredWebhook | undefined> {
    const row = await webhookAt.first(connection, { accountId, id });
    return row && parseRow(row);
  }

  async function subscribeTo(webhookId: WebhookId, types: readonly string[]): Promise<void> {
    await subscribe.all(connection, { webhookId, types: [...new Set(types)] });
  }

  return {
    get,
    async list({ after, limit }) {
      const rows = await webhooksAfter.all(connection, { accountId, after, limit: limit + 1 });
      const { entries, more } = withinBudget(rows.map(sizedRow), limit);
      return { entries: entries.map(({ row }) => parseRow(row)), more };
    },
    async hasRoom() {
      await lockAccount.all(connection, { accountId });
      const { count } = await webhookCount.one(connection, { accountId });
      return Number(count) < WEBHOOKS_MAX;
    },
    async insert(settings) {
      const secret = newSecret('whsec');
      const secretSealed = sealer.seal(secret, WEBHOOK_SECRET_PURPOSE);
      const row = await insertWebhook.one(connection, { ...columnsOf(settings), accountId, secretSealed });
      await subscribeTo(row.id, settings.events);
      return { webhook: parseRow(row), secret };
    },
    async replace(id, concurrencyToken, settings) {
      const tokens = { currentToken: concurrencyToken, nextToken: concurrencyToken + 1 };
      const row = await replaceWebhook.first(connection, { ...columnsOf(settings), ...tokens, accountId, id });
      if (row === undefined) return { kind: (await get(id)) === undefined ? 'missing' : 'stale' };
      await unsubscribe.all(connection, { webhookId: id });
      await subscribeTo(id, settings.events);
      await cancelUnwanted.all(connection, { webhookId: id, types: settings.events, aziendaId: settings.aziendaId });
      return { kind: 'done', entry: parseRow(row) };
    },
    async remove(id) {
      if ((await removeWebhook.count(connection, { accountId, id })) === 0) return false;
      await unsubscribe.all(connection, { webhookId: id });
      await cancelDeliveries.all(connection, { webhookId: id });
      return true;
    },
  };
}

function columnsOf({ aziendaId, url, description, events, members = {} }: WebhookSettings): Settings {
  return { aziendaId, url, description, events: JSON.stringify(events), members: JSON.stringify(members) };
}

function sizedRow(row: Row): Sized & { readonly row: Row } {
  return { size: Buffer.byteLength(row.url + row.description + row.events + row.members), row };
}

function parseRow(row: Row): StoredWebhook {
  return {
    id: row.id,
    aziendaId: row.azienda_id,
    url: row.url,
    enabled: row.enabled === 1,
    description: row.description,
    events: JSON.parse(row.events) as string[],
    members: JSON.parse(row.members) as Record<string, unknown>,
    concurrencyToken: row.concurrency_token,
  };
}
