import { once } from 'node:events';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSqlDedupe, type SqlDedupe } from '../../src/dedupe-sql.ts';
import { fetchReceiver } from '../../src/fetch.ts';
import { createReceiver } from '../../src/index.ts';
import { storeTests } from '../../src/store-tests.ts';
import { createTestSender, exampleEvento } from '../../src/testing.ts';
import { startPostgres } from './postgres-server.ts';

interface Tables {
  readonly work: { readonly guid: string; readonly node: number };
}

let server: Awaited<ReturnType<typeof startPostgres>>;
const connectionsEnded: Promise<unknown>[] = [];
let databases: readonly Kysely<Tables>[] = [];
let stores: readonly SqlDedupe<Tables>[] = [];

beforeAll(async () => {
  server = await startPostgres();
  databases = [0, 1].map(() => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(server.url) }) }));
  stores = databases.map((database) => createSqlDedupe(database));
});

function poolOf(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 4 });
  // A pool reports its end before its connections have closed, and one of them would see the server stop.
  pool.on('connect', (client) => void connectionsEnded.push(once(client, 'end')));
  return pool;
}

afterAll(async () => {
  await Promise.all(databases.map((database) => database.destroy()));
  await Promise.all(connectionsEnded);
  await server.stop();
});

beforeEach(async () => {
  const [database] = databases;
  await database?.schema.dropTable('processed_webhook_event').ifExists().execute();
  await database?.schema.dropTable('work').ifExists().execute();
  await database?.schema.createTable('work').addColumn('guid', 'text').addColumn('node', 'integer').execute();
  await stores[0]?.createTable();
  await stores[1]?.createTable();
});

async function rows(): Promise<readonly Tables['work'][]> {
  return (await databases[0]?.selectFrom('work').selectAll().orderBy('guid').execute()) ?? [];
}

describe('kysely', () => {
  for (const { name, run } of storeTests(() => ({ nodes: stores }))) test(name, run);
});

test('a node whose work never ends leaves the event to the one that waits for it', async () => {
  const [first, second] = stores;
  let started = () => {};
  const marked = new Promise<void>((resolve) => {
    started = resolve;
  });
  const receiver = createReceiver({
    secret: 'whsec',
    ...(first && { dedupe: first }),
    workWithinMs: 500,
    onFailure: () => undefined,
    async onEvent({ EventGuid }, { transaction }) {
      await transaction.insertInto('work').values({ guid: EventGuid, node: 0 }).execute();
      started();
      await new Promise(() => undefined);
    },
  });
  const evento = exampleEvento('articolo.Update');
  const failed = createTestSender({ to: fetchReceiver(receiver), secret: 'whsec' }).send({ evento });
  await marked;
  const outcome = await second?.once(evento.EventGuid, async (transaction) => {
    await transaction.insertInto('work').values({ guid: evento.EventGuid, node: 1 }).execute();
  });
  expect([(await failed).status, outcome, await rows()]).toEqual([500, 'processed', [{ guid: evento.EventGuid, node: 1 }]]);
});

test('what is old is forgotten, in whole numbers', async () => {
  const [store] = stores;
  await store?.once('guid', async () => undefined);
  expect([await store?.forget(60), await store?.forget(-60)]).toEqual([0, 1]);
});

test.for(['select no_such_column', 'rollback'])('work that loses its transaction by %j, and goes on, is not confirmed', async (query) => {
  const [store] = stores;
  const losing = store?.once('guid', async (transaction) => {
    await transaction.insertInto('work').values({ guid: 'guid', node: 0 }).execute();
    await sql
      .raw(query)
      .execute(transaction)
      .catch(() => undefined);
  });
  await expect(losing).rejects.toThrow(Error);
  expect([await store?.once('guid', async () => undefined), await rows()]).toEqual(['processed', []]);
});
