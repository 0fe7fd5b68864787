import type { Kysely } from 'kysely';
import { isPostgresUrl, openPostgres } from './postgres/postgres.ts';
import { createPostgresUnits } from './postgres/postgres-units.ts';
import type { Schema } from './sql/schema.ts';
import type { Units } from './sql/units.ts';
import { createGroupCommit } from './sqlite/group-commit.ts';
import { openSqlite } from './sqlite/sqlite.ts';

/** A database, and how units of work run in it. */
export interface Database {
  /** For what only reads, and for single statements that commit by themselves. */
  readonly db: Kysely<Schema>;
  readonly units: Units;
  /** Whether no other process can be at it. */
  readonly exclusive: boolean;
  close(): Promise<void>;
}

/**
 * Opens the database of the service.
 *
 * @param location a SQLite file, `:memory:`, or `postgres://user:password@host:port/name`
 * @param onLost told of connections that break while nobody uses them
 * @throws {ServiceError} `database-locked`, `database-unusable`, `database-unreachable` or `bad-argument`
 */
export async function openDatabase(location: string, onLost: (error: Error) => void = () => undefined): Promise<Database> {
  const postgres = isPostgresUrl(location);
  const db = postgres ? await openPostgres(location, onLost) : openSqlite(location);
  const units = postgres ? createPostgresUnits(db) : createGroupCommit(db);
  return { db, units, exclusive: !postgres, close: () => db.destroy() };
}
