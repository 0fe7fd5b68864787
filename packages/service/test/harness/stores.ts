import { inject } from 'vitest';
import { IN_MEMORY } from '../../src/store/sqlite/sqlite.ts';
import { createPostgresDatabase } from './postgres-database.ts';

/** The stores that every claim about storage must hold on. */
export const stores: readonly { readonly name: string; location(): Promise<string> }[] = [
  { name: 'SQLite', location: async () => IN_MEMORY },
  { name: 'PostgreSQL', location: freshDatabase },
];

/** The address of an empty PostgreSQL database. */
export async function freshDatabase(): Promise<string> {
  return createPostgresDatabase(inject('postgresUrl'));
}
