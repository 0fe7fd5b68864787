import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../src/store/sql/migrations.ts';
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a second process gets a clear error and exit code 2', async () => {
  const file = join(folder, 'data.sqlite');
  const database = openSqlite(file);
  await migrate(database);
  const cli = join(import.meta.dirname, '../../../src/cli.ts');
  const second = spawnSync(process.execPath, [cli, 'start', '--port', '0', '--database', file], { encoding: 'utf8' });
  await database.close();
  expect(second.status).toBe(2);
  expect(second.stderr).toContain('in use by another process');
});

test('commits are on disk before they are answered', async () => {
  const database = openSqlite(join(folder, 'data.sqlite'));
  const { rows } = await sql`pragma synchronous`.execute(database.migrating);
  await database.close();
  expect(rows[0]).toEqual({ synchronous: 2 });
});

test('a file that is no database is refused', () => {
  const file = join(folder, 'data.sqlite');
  writeFileSync(file, 'no database, but long enough to look at: '.repeat(50));
  expect(() => openSqlite(file)).toThrow(expect.objectContaining({ code: 'database-unusable' }));
});

test('a folder that is not there is refused', () => {
  expect(() => openSqlite(join(folder, 'nowhere', 'data.sqlite'))).toThrow(expect.objectContaining({ code: 'database-unusable' }));
});
