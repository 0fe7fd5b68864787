import { type Kysely, PostgresAdapter } from 'kysely';
import type { Schema } from './schema.ts';

/** Whether other writers may be at the database at the same time: SQLite has one after another, and needs no row locks. */
export function isPostgres(db: Pick<Kysely<Schema>, 'getExecutor'>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
