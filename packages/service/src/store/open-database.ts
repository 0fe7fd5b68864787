import { isPostgresUrl, openPostgres } from './postgres/postgres.ts';
import type { Database } from './sql/database.ts';
import { openSqlite } from './sqlite/sqlite.ts';

/**
 * Opens the database of the service.
 *
 * @param location a SQLite file, `:memory:`, or `postgres://user:password@host:port/name`
 * @param onLost called for each connection that breaks while nobody uses it
 * @throws {ServiceError} `database-locked`, `database-unusable`, `database-unreachable` or `bad-argument`
 */
export async function openDatabase(location: string, onLost: (error: Error) => void = () => undefined): Promise<Database> {
  return isPostgresUrl(location) ? openPostgres(location, onLost) : openSqlite(location);
}
