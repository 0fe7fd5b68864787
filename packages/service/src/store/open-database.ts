import { isPostgresUrl, openPostgres, type PostgresOptions } from './postgres/postgres.ts';
import type { Database } from './sql/database.ts';
import { openSqlite } from './sqlite/sqlite.ts';

/**
 * Opens the database of the service.
 *
 * @param location a SQLite file, `:memory:`, or `postgres://user:password@host:port/name`
 * @throws {ServiceError} `database-locked`, `database-unusable`, `database-unreachable` or `bad-argument`
 */
export async function openDatabase(location: string, options: Partial<PostgresOptions> = {}): Promise<Database> {
  return isPostgresUrl(location) ? openPostgres(location, { onLost: () => undefined, ...options }) : openSqlite(location);
}
