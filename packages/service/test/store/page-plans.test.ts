import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountId, companyId, eventSequence, objectId, webhookId } from '../../src/model/ids.ts';
import { createSealer } from '../../src/security/sealing.ts';
import { accessStore } from '../../src/store/access-store.ts';
import { companyStore } from '../../src/store/company-store.ts';
import { attemptedDeliveries, listedDeliveries } from '../../src/store/event-deliveries.ts';
import { eventLog } from '../../src/store/event-log.ts';
import { invoiceStore } from '../../src/store/invoice-store.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import type { Database } from '../../src/store/sql/database.ts';
import type { Schema } from '../../src/store/sql/schema.ts';
import { IN_MEMORY } from '../../src/store/sqlite/sqlite.ts';
import { webhookStore } from '../../src/store/webhook-store.ts';
import { preparedDatabase } from '../harness/prepared-database.ts';
import { freshDatabase } from '../harness/stores.ts';

const ROWS = 20_000;
const LIMIT = 50;
/** What a page may read, in blocks of 8 KiB: some for each entry, and less than a tenth of the table. */
const BLOCKS_MAX = 4 * LIMIT;

const sealer = createSealer(randomBytes(32));

/** Which company, and user of the same number, has the row of a number. */
const owners: Readonly<Record<string, string>> = {
  'one company has all rows': '2',
  'fifty companies have as many each': '1 + number % 50',
};

/** Fills the tables: what is listed of a company stands behind as many rows that are not listed. */
async function fill(db: Kysely<Schema>, owner: string): Promise<void> {
  const company = sql`(${sql.raw(owner)})`;
  const from = (first: number) =>
    sql`from (with recursive counted(number) as (select ${sql.lit(first)} union all select number + 1 from counted
      where number < ${sql.lit(first + ROWS - 1)}) select number from counted) as numbers`;
  const rows = [
    sql`into event (guid, company_id, type, origin, occurred_at, body)
      select 'guid ' || number, ${company}, 'articolo.Create', 'cloud', 1, '{}' ${from(1)}`,
    ...['Documento', 'articolo'].map(
      (kind) => sql`into object (company_id, kind, concurrency_token, document) select ${company}, ${sql.lit(kind)}, 1, '{}' ${from(1)}`,
    ),
    ...[sql`'another'`, sql`'user ' || ${company}`].map(
      (account) => sql`into webhook (account_id, url, enabled, secret_sealed, events, members, concurrency_token)
        select ${account}, 'https://example.com', 1, 'sealed', '[]', '{}', 1 ${from(1)}`,
    ),
    // One event that went to many webhooks, and attempts that were made mostly at others.
    sql`into delivery (event_sequence, webhook_id, account_id, state, attempt_count, due_at, lease_until)
      select 1, number, 'user ' || ${company}, 'delivered', 1, 1, 0 ${from(1)}`,
    sql`into attempt (delivery_id, started_at, duration_ms) select case when number <= 100 then ${sql.lit(ROWS)} - number % 4 else ${sql.lit(ROWS)} + number end,
      number, 1 ${from(1)}`,
    sql`into invoice (company_id, documento_id, progressive, document, xml) select ${company}, number / 2, number, '{}', '<x/>' ${from(1)}`,
    sql`into company (id, license_hash, document) select number, 'hash', '{}' ${from(1)}`,
    sql`into account_company (account_id, company_id) values ('user 1', 1), ('user 2', 2)`,
    // This user may use the younger companies.
    sql`into account_company (account_id, company_id) select 'user of many', number ${from(ROWS / 2)}`,
  ];
  for (const inserted of rows) await sql`insert ${inserted}`.execute(db);
  await sql`analyze`.execute(db);
}

interface Page {
  readonly index: string;
  /** Which of its statements is looked at, from 0; the first by default. */
  readonly statement?: number;
  /** What SQLite calls it, if it has a name of its own for it. */
  readonly autoIndex?: string;
  /** For a small company and its user, number 1, and for a large one, number 2. */
  read(connection: Connection, number: number): Promise<unknown>;
}

const user = (number: number) => accountId(`user ${number}`);

const pages: Readonly<Record<string, Page>> = {
  'the events of a user': { index: 'event_company', read: (on, number) => eventLog(on, user(number), () => 1).list(undefined, LIMIT) },
  'the first deliveries of an event': {
    index: 'delivery_account',
    read: (on, number) => listedDeliveries(on, user(number), [eventSequence(1)]),
  },
  'the latest attempts of deliveries': {
    index: 'attempt_delivery',
    statement: 1,
    read: (on, number) => attemptedDeliveries(on, user(number), eventSequence(1), webhookId(ROWS - 10)),
  },
  'the objects of a kind': {
    index: 'object_place',
    read: (on, number) => companyStore(on, companyId(number)).list('articolo', { after: objectId(0), limit: LIMIT }),
  },
  'the webhooks of a user': {
    index: 'webhook_account',
    read: (on, number) => webhookStore(on, user(number), sealer).list({ after: webhookId(0), limit: LIMIT }),
  },
  'the companies of a user': {
    index: 'account_company_key',
    autoIndex: 'sqlite_autoindex_account_company_1',
    read: (on) => accessStore(on).aziende(accountId('user of many'), { after: companyId(0), limit: LIMIT }),
  },
  'the newest invoice of a document': {
    index: 'invoice_documento',
    read: (on, number) => invoiceStore(on, companyId(number)).newest(objectId(7)),
  },
};

/** Reads, and returns the plan of a statement, as the database explains it. */
async function planOf({ connection }: Database, explain: string, { read, statement = 0 }: Page, number: number): Promise<string> {
  const plans: unknown[] = [];
  const explaining: Connection = {
    ...connection,
    async execute(query, parameters) {
      plans.push((await connection.execute({ ...query, sql: `${explain} ${query.sql}` }, parameters)).rows);
      return connection.execute(query, parameters);
    },
  };
  await read(explaining, number);
  return JSON.stringify(plans[statement]);
}

/** How many blocks the whole plan read, from memory or not. */
function blocksOf(plan: string): number {
  const counts = [/"Shared Hit Blocks":(\d+)/, /"Shared Read Blocks":(\d+)/].map((count) => Number(count.exec(plan)?.[1]));
  return counts.reduce((sum, count) => sum + count);
}

describe.each(Object.entries(owners))('where %s', (_name, owner) => {
  describe('on PostgreSQL', () => {
    let database: Database;

    beforeAll(async () => {
      database = await preparedDatabase(await freshDatabase());
      for (const table of ['event', 'delivery', 'attempt', 'object', 'webhook', 'invoice', 'company', 'account_company'])
        await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(database.migrating);
      await fill(database.migrating, owner);
    });
    afterAll(() => database.close());

    describe.each([false, true])('vacuumed: %s', (vacuumed) => {
      beforeAll(async () => {
        if (vacuumed) await sql`vacuum`.execute(database.migrating);
      });

      test.each(Object.entries(pages))('%s are found in the index of their owner', async (_what, page) => {
        for (const number of [1, 2]) {
          const plan = await planOf(database, 'explain (analyze, buffers, format json)', page, number);
          expect(plan).toContain(`"Index Name":"${page.index}"`);
          expect(blocksOf(plan), plan).toBeLessThanOrEqual(BLOCKS_MAX);
        }
      });
    });
  });

  describe('on SQLite', () => {
    let database: Database;

    beforeAll(async () => {
      database = await preparedDatabase(IN_MEMORY);
      await fill(database.migrating, owner);
    });
    afterAll(() => database.close());

    test.each(Object.entries(pages))('%s are found in the index of their owner', async (_what, page) => {
      for (const number of [1, 2]) {
        const plan = await planOf(database, 'explain query plan', page, number);
        expect(plan).toMatch(new RegExp(`INDEX ${page.autoIndex ?? page.index} \\(`));
        expect(plan).not.toMatch(/SCAN (?:own|event|found|object|webhook|company|account_company|invoice|delivery|attempt)\b/);
      }
    });
  });
});
