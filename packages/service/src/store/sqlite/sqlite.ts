import Database from 'better-sqlite3';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { ServiceError } from '../../model/service-error.ts';
import type { Schema } from '../sql/schema.ts';
import { ownConnection } from './own-connection.ts';
import { createRecentRows } from './recent-rows.ts';

/** A database that lives as long as the process. */
export const IN_MEMORY = ':memory:';

/**
 * Opens the one file of the service: WAL, every commit on disk before it is answered, locked against a second process.
 *
 * @throws {ServiceError} `database-locked` or `database-unusable`
 */
export function openSqlite(file: string): Kysely<Schema> {
  const database = open(file);
  // Kysely prepares each query anew; the same text need not be compiled twice.
  const prepared = new Map<string, Database.Statement>();
  const compile = (sql: string): Database.Statement => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    if (prepared.size < PREPARED_MAX) prepared.set(sql, statement);
    return statement;
  };
  const recentRows = createRecentRows();
  let writes = 0;
  // Every query of the process comes by here.
  const prepare = (sql: string): Database.Statement => {
    const statement = compile(sql);
    if (statement.readonly) return statement;
    recentRows.forget();
    writes += 1;
    return statement;
  };
  const db = new Kysely<Schema>({ dialect: new Dialect({ database: { prepare, close: () => database.close() } }) });
  ownConnection(db, {
    prepare,
    recentRows,
    get inTransaction() {
      return database.inTransaction;
    },
    get writes() {
      return writes;
    },
  });
  return db;
}

// Kysely says that SQLite changes schemas outside of transactions: it does not, and a migration that breaks off must leave nothing behind.
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class Dialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new Adapter();
  }
}

// Queries with lists of values have a text for each length of the list; beyond this number they are not kept.
const PREPARED_MAX = 500;

/** A checkpoint after some 16 MB of log, four times SQLite's own: a page that changes often is copied to its place less often. */
const CHECKPOINT_PAGES = 4000;

function open(file: string): Database.Database {
  try {
    const database = new Database(file, { timeout: 0 });
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

function openError(file: string, cause: unknown): ServiceError {
  const code = cause instanceof Database.SqliteError ? cause.code : '';
  if (code.startsWith('SQLITE_BUSY')) {
    return new ServiceError('database-locked', `${file} is in use by another process; stop that one, or choose another --database.`, {
      cause,
    });
  }
  if (code === 'SQLITE_NOTADB')
    return new ServiceError('database-unusable', `${file} is not a SQLite database; choose another --database.`, { cause });
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ServiceError('database-unusable', `${file} cannot be opened as a database (${reason}); check the path and its permissions.`, {
    cause,
  });
}
