import type Sqlite from 'better-sqlite3';
import type { Kysely, QueryResult } from 'kysely';
import { ServiceError } from '../../model/service-error.ts';
import type { Schema } from '../sql/schema.ts';
import type { RecentRows } from './recent-rows.ts';

/** SQLite's one connection, as it is asked without Kysely: its way to a connection takes longer than most queries. */
export interface OwnConnection {
  /** Whether a transaction is open on it, whoever opened it. */
  readonly inTransaction: boolean;
  /** How many queries were run that may have written. */
  readonly writes: number;
  /** Compiles a text once. */
  prepare(sql: string): Sqlite.Statement;
  readonly recentRows: RecentRows;
}

/** A connection, and whether whoever asks holds it: then any transaction that is open on it is its own. */
interface Asked {
  readonly connection: OwnConnection;
  readonly held: boolean;
}

const asked = new WeakMap<Kysely<Schema>, Asked>();

/** Makes `runAtOnce` know the connection of a database. */
export function ownConnection(db: Kysely<Schema>, connection: OwnConnection): void {
  asked.set(db, { connection, held: false });
}

/** Makes `runAtOnce` know a database as the one that is bound to the connection, which nobody else has meanwhile. */
export function holdingConnection(db: Kysely<Schema>, bound: Kysely<Schema>): void {
  const known = asked.get(db);
  if (known !== undefined) asked.set(bound, { ...known, held: true });
}

/** The connection behind a database of SQLite. */
export function connectionOf(db: Kysely<Schema>): OwnConnection {
  const known = asked.get(db);
  if (known !== undefined) return known.connection;
  throw new ServiceError('database-unusable', 'This database has no connection of its own.');
}

/**
 * Runs a query on SQLite at once. Undefined, and nothing was run, on PostgreSQL and while another has a transaction open: then Kysely
 * waits for it, so that nobody reads what is not committed, and nobody writes into another's transaction.
 */
export function runAtOnce(db: Kysely<Schema>, sql: string, parameters: readonly unknown[]): QueryResult<unknown> | undefined {
  const known = asked.get(db);
  if (known === undefined || (!known.held && known.connection.inTransaction)) return undefined;
  const { recentRows } = known.connection;
  const statement = known.connection.prepare(sql);
  if (!known.held && statement.readonly && statement.reader) return { rows: [...recentRows.of(statement, parameters)] };
  if (statement.reader) return { rows: statement.all(...parameters) };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
