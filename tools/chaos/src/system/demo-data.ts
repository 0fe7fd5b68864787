import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPostgresDatabase, dropPostgresDatabase } from '../../../../packages/service/test/harness/postgres-database.ts';
import type { PostgresServer } from '../../../../packages/service/test/harness/postgres-server.ts';
import { CLI, startProcess } from '../../../../packages/service/test/harness/process.ts';
import { type Accesses, parseAccesses } from './access.ts';

const DATABASE_FILE = 'data.sqlite';
const KEY_FILE = 'seal.key';

/** A database with the companies and users of the demo, made once for a store: each experiment works on a copy. */
export interface DemoData {
  /** Undefined for SQLite. */
  readonly postgres: PostgresServer | undefined;
  readonly accesses: Accesses;
  copyDatabase(place: DatabasePlace): Promise<DatabaseCopy>;
  /** Copies the key that the database is sealed with; answers the file. */
  copyKey(folder: string): string;
  remove(): void;
}

export interface DatabaseCopy {
  /** What the nodes know it by. */
  readonly address: string;
  /** Removes it, where it is not in its folder alone. */
  remove(): Promise<void>;
}

/** Where a copy of the database is. */
export interface DatabasePlace {
  /** The folder of a SQLite file. */
  readonly folder: string;
  /** The tablespace of a PostgreSQL database, if not the server's own. */
  readonly tablespace?: string | undefined;
}

/** @param postgres undefined for SQLite */
export async function makeDemoData(postgres: PostgresServer | undefined): Promise<DemoData> {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-data-'));
  try {
    return await dataIn(folder, postgres);
  } catch (error) {
    rmSync(folder, { recursive: true });
    throw error;
  }
}

async function dataIn(folder: string, postgres: PostgresServer | undefined): Promise<DemoData> {
  const keyFile = join(folder, KEY_FILE);
  writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 });
  const database = postgres === undefined ? join(folder, DATABASE_FILE) : await createPostgresDatabase(postgres.url);
  return {
    postgres,
    accesses: await prepare(['--database', database, '--key-file', keyFile], join(folder, 'password')),
    async copyDatabase({ folder: target, tablespace }) {
      if (postgres === undefined) {
        const address = join(target, DATABASE_FILE);
        copyFileSync(database, address);
        return { address, remove: async () => {} };
      }
      const address = await createPostgresDatabase(postgres.url, { tablespace, template: database });
      return { address, remove: () => dropPostgresDatabase(postgres.url, address) };
    },
    copyKey(target) {
      const file = join(target, KEY_FILE);
      copyFileSync(keyFile, file);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** The demo writes its companies and users, and says how they are reached; they stay when it has ended. Its second user gets company 2. */
async function prepare(store: readonly string[], passwordFile: string): Promise<Accesses> {
  const demo = await startProcess(['demo', '--port', '0', '--print', 'json', '--no-deliver', ...store]);
  demo.signal('SIGTERM');
  await demo.ended;
  const accesses = parseAccesses(demo.firstLine);
  const { userName, password } = accesses.bystander.credentials;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const adding = await startProcess(['user', 'add', '--name', userName, '--company', '2', '--password-file', passwordFile, ...store]);
  await adding.ended;
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'key', 'add', '--label', 'a stranger', ...store]);
  return { ...accesses, strangersKey: JSON.parse(stdout).apiKey };
}
