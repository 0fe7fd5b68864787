import type { Kysely } from 'kysely';
import { createGroupCommit } from './group-commit.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { Units } from './units.ts';

/** A database, and how units of work run in it. */
export interface Database {
  /** For what only reads, and for single statements that commit by themselves. */
  readonly db: Kysely<Schema>;
  readonly units: Units;
  close(): Promise<void>;
}

/**
 * Opens the database of the service.
 *
 * @param location a SQLite file, or `:memory:`
 * @throws {ServiceError} `database-locked` or `database-unusable`
 */
export function openDatabase(location: string): Database {
  const db = openSqlite(location);
  return { db, units: createGroupCommit(db), close: () => db.destroy() };
}
