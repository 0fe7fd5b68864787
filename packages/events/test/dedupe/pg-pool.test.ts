import { Pool, type PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPgDedupe, type PgDedupe } from '../../src/dedupe-pg.ts';
import { fetchReceiver } from '../../src/fetch.ts';
import { storeTests } from '../../src/store-tests.ts';
import { createTestSender, exampleEvento } from '../../src/testing.ts';
import { pgReceiver } from '../readme/pg.ts';
import { startPostgres } from './postgres-server.ts';

let server: Awaited<ReturnType<typeof startPostgres>>;
let pools: readonly Pool[] = [];
let stores: readonly PgDedupe<PoolClient>[] = [];
const connectionsEnded: Promise<unknown>[] = [];

beforeAll(async () => {
  server = await startPostgres();
  pools = [poolOf(server.url), poolOf(server.url)];
  stores = pools.map((pool) => createPgDedupe<PoolClient>(pool));
  await Promise.all([pools[0]?.query('create table work (guid text)'), stores[0]?.createTable()]);
  await stores[1]?.createTable(); // calling it again is harmless
});

function poolOf(connectionString: string): Pool {
  const pool = new Pool({ connectionString, max: 4 });
  // A pool reports its end before its connections have closed, and one of them would see the server stop.
  pool.on('connect', (client) => {
    const ended = new Promise((resolve) => client.once('end', resolve));
    connectionsEnded.push(ended);
  });
  return pool;
}

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await Promise.all(connectionsEnded);
  await server.stop();
});

beforeEach(async () => {
  await pools[0]?.query('truncate work, processed_webhook_event');
});

async function guids(): Promise<readonly unknown[]> {
  return (await pools[0]?.query('select guid from work'))?.rows.map(({ guid }) => guid) ?? [];
}

const insert = (client: PoolClient, guid: string) => client.query('insert into work values ($1)', [guid]);

describe('a pool of pg', () => {
  for (const { name, run } of storeTests(() => ({ nodes: stores }))) test(name, run);
});

test('the mark and the work of the handler are one transaction', async () => {
  const [store] = stores;
  const failing = store?.once('a', async (transaction) => {
    await insert(transaction, 'half');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await store?.once('a', async (transaction) => void (await insert(transaction, 'whole')));
  expect(await guids()).toEqual(['whole']);
});

test('what failed work goes on to write, it writes nowhere', async () => {
  const [store] = stores;
  const late: Promise<unknown>[] = [];
  const failing = store?.once('a', async (transaction) => {
    await insert(transaction, 'first');
    late.push(...['second', 'third'].map((guid) => insert(transaction, guid)));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await Promise.allSettled(late);
  expect([await store?.once('a', async () => undefined), await guids()]).toEqual(['processed', []]);
});

test.for(['select no_such_column', 'rollback'])('work that loses its transaction by %j, and goes on, is not confirmed', async (query) => {
  const [store] = stores;
  const losing = store?.once('a', async (transaction) => {
    await insert(transaction, 'lost');
    await transaction.query(query).catch(() => undefined);
  });
  await expect(losing).rejects.toThrow(Error);
  expect([await store?.once('a', async () => undefined), await guids()]).toEqual(['processed', []]);
});

test('a process that dies at work has done nothing, and another one goes on', async () => {
  const [pool] = pools;
  const [first, second] = stores;
  const dying = first?.once('a', async (transaction) => {
    await insert(transaction, 'lost');
    const { rows } = await transaction.query('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => transaction.once('end', resolve));
    await pool?.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
  });
  await expect(dying).rejects.toThrow(Error);
  expect([await second?.once('a', async (transaction) => void (await insert(transaction, 'kept'))), await guids()]).toEqual([
    'processed',
    ['kept'],
  ]);
});

test('what is old is forgotten, and nothing else', async () => {
  const [pool] = pools;
  let now = 0;
  const store = createPgDedupe(pool ?? new Pool(), { nowMs: () => now, table: 'public.Old "marks"' });
  await store.createTable();
  const once = (guid: string) => store.once(guid, async () => undefined);
  await once('old');
  now = 60_000;
  await once('young');
  expect([await store.forget(30), await once('young'), await once('old')]).toEqual([1, 'duplicate', 'processed']);
  await expect(store.forget(Number.NaN)).rejects.toThrow(TypeError);
  now = Number.NaN;
  await expect(once('other')).rejects.toThrow(TypeError);
});

test.for<object>([{ table: '' }, { tabel: 'a' }, { nowMs: 5 }])('%j is refused', (options) => {
  expect(() => createPgDedupe(pools[0] ?? new Pool(), options)).toThrow(TypeError);
});

test('what is no pool is refused', () => {
  for (const wrong of [undefined, {}, { query: () => undefined }])
    expect(() => createPgDedupe(wrong as unknown as Pool)).toThrow(TypeError);
});

test('the program of the page keeps its work and its mark in one database', async () => {
  const [pool] = pools;
  await pool?.query('create table invoice (guid text, type text)');
  const receiver = await pgReceiver('whsec', pool ?? new Pool());
  const evento = exampleEvento('articolo.Delete');
  const answers = await createTestSender({ to: fetchReceiver(receiver), secret: 'whsec' }).duplicate({ evento }, 3);
  const rows = (await pool?.query('select guid, type from invoice'))?.rows;
  expect([answers.map(({ status }) => status), rows]).toEqual([[204, 204, 204], [{ guid: evento.EventGuid, type: 'articolo.Delete' }]]);
});
