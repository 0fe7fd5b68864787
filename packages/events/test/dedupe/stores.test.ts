import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSqlDedupe } from '../../src/dedupe-sql.ts';
import { createMemoryDedupe, type DedupeStore } from '../../src/index.ts';

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

const STORES: readonly { readonly name: string; open(): Promise<DedupeStore<unknown>> }[] = [
  { name: 'memory', open: async () => createMemoryDedupe() },
  { name: 'SQL', open: async () => (await openSql()).dedupe as DedupeStore<unknown> },
];

describe.for(STORES)('$name', ({ open }) => {
  test('work for a guid is done once', async () => {
    const store = await open();
    const done: string[] = [];
    const once = (guid: string) => store.once(guid, async () => void done.push(guid));
    expect([await once('a'), await once('b'), await once('a')]).toEqual(['processed', 'processed', 'duplicate']);
    expect(done).toEqual(['a', 'b']);
  });

  test('work that failed is not remembered, and its error comes through', async () => {
    const store = await open();
    await expect(store.once('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await store.once('a', async () => undefined)).toBe('processed');
  });
});

test('memory: the oldest is forgotten beyond the limit', async () => {
  const store = createMemoryDedupe({ eventsMax: 2 });
  const once = (guid: string) => store.once(guid, async () => undefined);
  for (const guid of ['a', 'b', 'c']) await once(guid);
  expect([await once('b'), await once('c'), await once('a')]).toEqual(['duplicate', 'duplicate', 'processed']);
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
