import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startProcess } from '../harness/process.ts';
import { startRunning } from '../harness/running.ts';
import { freshDatabase } from '../harness/stores.ts';

const PATH = '/api/v3/1/Anagrafica';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lost-'));
  file = join(folder, 'data.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(['data.sqlite', 'data.sqlite-wal'])(
  'while %s is gone, no write is answered, and the service says that it is lost',
  async (name) => {
    const running = await startRunning({ database: file });
    expect((await running.call('POST', PATH, { body: { nome: 'Kept' } })).status).toBe(201);
    renameSync(join(folder, name), join(folder, 'away'));
    const refused = await running.call('POST', PATH, { body: { nome: 'Lost' } });
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect((await running.service.monitor.inject('/health/ready')).statusCode).toBe(503);
    expect(await running.service.lost).toMatchObject({ code: 'database-lost', message: expect.stringContaining(name) });
    await running.close();
  },
);

test('a process whose database is deleted ends by itself, with an exit code that says so', async () => {
  const serving = await startProcess(['demo', '--port', '0', '--print', 'json', '--database', file, '--log-level', 'silent']);
  rmSync(file);
  expect(await serving.ended).toBe(2);
});

test('a new database is its owner’s alone', async () => {
  const running = await startRunning({ database: file });
  expect(['', '-wal'].map((suffix) => statSync(file + suffix).mode & 0o777)).toEqual([0o600, 0o600]);
  await running.close();
});

test.each([
  ['SQLite', async () => file],
  ['PostgreSQL', freshDatabase],
])('a key that is missing over data on %s is not made anew', async (_name, location) => {
  const key = join(folder, 'seal.key');
  const store = ['--database', await location(), '--key-file', key];
  await (await startProcess(['company', 'add', '--id', '1', '--name', 'Kept', ...store])).ended;
  rmSync(key);
  const listing = startProcess(['company', 'list', ...store]);
  await expect(listing).rejects.toThrow(/^2: business-cloud-service: The key file [^\n]+ is missing[^\n]+\n$/);
});
