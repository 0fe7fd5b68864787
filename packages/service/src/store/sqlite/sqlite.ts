import { closeSync, openSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import { Kysely, SqliteAdapter, SqliteDialect, sql } from 'kysely';
import { ServiceError } from '../../model/service-error.ts';
import type { Database } from '../sql/database.ts';
import type { Schema } from '../sql/schema.ts';
import { statement } from '../sql/statement.ts';
import { watchFiles } from './file-watch.ts';
import { createGroupCommit } from './group-commit.ts';
import { createSqliteConnection } from './sqlite-connection.ts';

const one = statement(() => sql`select 1`);

/** A database that lives as long as the process. */
export const IN_MEMORY = ':memory:';

/**
 * Opens the one file of the service: WAL, every commit on disk before it is answered, locked against a second process.
 *
 * @throws {ServiceError} `database-locked` or `database-unusable`
 */
export function openSqlite(file: string): Database {
  const database = open(file);
  const connection = createSqliteConnection(database);
  const watch = watchFiles(file === IN_MEMORY ? [] : [file, `${file}-wal`]);
  const executor = { connection: connection.outside, units: createGroupCommit(connection, watch.check) };
  return {
    ...executor,
    deliveries: executor,
    health: {
      async ping() {
        watch.check();
        await one.all(connection.outside, {});
      },
      pingForRequests: async () => undefined,
      unansweredMs: () => 0,
    },
    exclusive: true,
    migrating: new Kysely<Schema>({ dialect: new MigratingDialect({ database }) }),
    lost: watch.lost,
    async close() {
      watch.stop();
      database.close();
    },
  };
}

// Kysely says that SQLite changes schemas outside of transactions: it does not, and a migration that breaks off must leave nothing behind.
class MigratingAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class MigratingDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new MigratingAdapter();
  }
}

/** A checkpoint after some 16 MB of log, four times SQLite's own: a page that changes often is copied to its place less often. */
const CHECKPOINT_PAGES = 4000;

function open(file: string): Sqlite.Database {
  try {
    if (file !== IN_MEMORY) createPrivate(file);
    const database = new Sqlite(file, { timeout: 0 });
    database.pragma('locking_mode = EXCLUSIVE');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = FULL');
    database.pragma('temp_store = MEMORY');
    database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
    // The lock is taken by the first transaction, and then kept.
    database.exec('BEGIN EXCLUSIVE; COMMIT');
    return database;
  } catch (cause) {
    throw openError(file, cause);
  }
}

/** A new file is its owner's alone, whatever the umask says; SQLite gives the log beside it the same mode. */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

function openError(file: string, cause: unknown): ServiceError {
  const code = cause instanceof Sqlite.SqliteError ? cause.code : '';
  if (code.startsWith('SQLITE_BUSY')) {
    return new ServiceError('database-locked', `${file} is in use by another process. Stop that process, or choose another --database.`, {
      cause,
    });
  }
  if (code === 'SQLITE_NOTADB')
    return new ServiceError('database-unusable', `${file} is not a SQLite database. Choose another --database.`, { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ServiceError('database-unusable', `${file} cannot be opened as a database (${reason}). Check the path and its permissions.`, {
    cause,
  });
}
