import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createSqlDedupe } from '../../src/dedupe-sql.ts';
import { fetchReceiver } from '../../src/fetch.ts';
import { createMemoryDedupe, createReceiver } from '../../src/index.ts';
import { storeTests } from '../../src/store-tests.ts';
import { createTestSender } from '../../src/testing.ts';
import { testStore } from '../readme/own-store.ts';

interface Tables {
  readonly work: { readonly done: string };
}

async function openSql(nowMs?: () => number) {
  const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Database(':memory:') }) });
  onTestFinished(() => database.destroy());
  const dedupe = createSqlDedupe(database, nowMs === undefined ? {} : { nowMs });
  await dedupe.createTable();
  await dedupe.createTable(); // calling it again is harmless
  await database.schema.createTable('work').addColumn('done', 'text').execute();
  return { database, dedupe };
}

describe('memory', () => {
  for (const { name, run } of storeTests(() => ({ nodes: [createMemoryDedupe()] }))) test(name, run);
});

describe('two stores in memory that share nothing, by the program of the page', () => {
  const failing: string[] = [];
  testStore(
    (name, run) =>
      test(name, () =>
        run().then(
          () => undefined,
          () => void failing.push(name),
        ),
      ),
    async () => createMemoryDedupe(),
  );
  test('fail', () => expect(failing.length).toBeGreaterThan(0));
});

describe('SQL, on SQLite', () => {
  for (const { name, run } of storeTests(async () => ({ nodes: [(await openSql()).dedupe] }))) test(name, run);
});

test('memory: the oldest is forgotten beyond the limit', async () => {
  const store = createMemoryDedupe({ eventsMax: 2 });
  const once = (guid: string) => store.once(guid, async () => undefined);
  for (const guid of ['a', 'b', 'c']) await once(guid);
  expect([await once('b'), await once('c'), await once('a')]).toEqual(['duplicate', 'duplicate', 'processed']);
});

test.for<object>([
  { eventsMax: 0 },
  { eventsMax: -1 },
  { eventsMax: Number.NaN },
  { eventsMax: 1.5 },
  { eventMax: 5 },
  { eventsMax: null },
])('memory: %j is refused', (options) => {
  expect(() => createMemoryDedupe(options)).toThrow(TypeError);
});

test('memory: a limit that is undefined is not given', async () => {
  const store = createMemoryDedupe({ eventsMax: undefined });
  for (const outcome of ['processed', 'duplicate']) expect(await store.once('a', async () => undefined)).toBe(outcome);
});

test.for<object>([{ table: '' }, { tabel: 'a' }, { nowMs: 5 }])('SQL: %j is refused', async (options) => {
  const { database } = await openSql();
  expect(() => createSqlDedupe(database, options)).toThrow(TypeError);
  expect(() => createSqlDedupe(database, { table: undefined, nowMs: undefined })).not.toThrow();
});

test('SQL: a time that is no number marks nothing and forgets nothing', async () => {
  let now = Number.NaN;
  const { dedupe } = await openSql(() => now);
  await expect(dedupe.once('a', async () => undefined)).rejects.toThrow(TypeError);
  now = 1000;
  expect(await dedupe.once('a', async () => undefined)).toBe('processed');
  await expect(dedupe.forget(Number.NaN)).rejects.toThrow(TypeError);
  expect(await dedupe.once('a', async () => undefined)).toBe('duplicate');
});

test('SQL: work that is too slow is rolled back, frees the connection, and can write nothing any more', async () => {
  const { database, dedupe } = await openSql();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const late: unknown[] = [];
  let runs = 0;
  const receiver = createReceiver({
    secret: 'whsec',
    dedupe,
    workWithinMs: 50,
    onFailure: () => undefined,
    async onEvent(_, { transaction }) {
      runs += 1;
      const run = runs;
      await transaction
        .insertInto('work')
        .values({ done: `first of ${run}` })
        .execute();
      if (run > 1) return;
      await held;
      await transaction
        .insertInto('work')
        .values({ done: 'late' })
        .execute()
        .catch((error: unknown) => late.push(error));
    },
  });
  const sender = createTestSender({ to: fetchReceiver(receiver), secret: 'whsec' });
  const first = await sender.send();
  expect([first.status, (await sender.redeliver(first)).status]).toEqual([500, 204]);
  goOn();
  await vi.waitFor(() => expect(late).toHaveLength(1));
  expect(await database.selectFrom('work').selectAll().execute()).toEqual([{ done: 'first of 2' }]);
});

test('SQL: the mark and the work of the handler are one transaction', async () => {
  const { database, dedupe } = await openSql();
  const failing = dedupe.once('a', async (transaction) => {
    await transaction.insertInto('work').values({ done: 'half' }).execute();
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await database.selectFrom('work').selectAll().execute()).toEqual([]);
  await dedupe.once('a', async (transaction) => void (await transaction.insertInto('work').values({ done: 'whole' }).execute()));
  expect(await database.selectFrom('work').selectAll().execute()).toEqual([{ done: 'whole' }]);
});

test('SQL: what is older than asked is forgotten, and nothing else', async () => {
  let now = 0;
  const { dedupe } = await openSql(() => now);
  const once = (guid: string) => dedupe.once(guid, async () => undefined);
  await once('old');
  now = 60_000;
  await once('young');
  expect(await dedupe.forget(30)).toBe(1);
  expect([await once('young'), await once('old')]).toEqual(['duplicate', 'processed']);
});
