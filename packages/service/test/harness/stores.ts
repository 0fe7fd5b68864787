import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { IN_MEMORY } from '../../src/store/sqlite/sqlite.ts';

/** The stores that every claim about storage must hold on. */
export const stores: readonly { readonly name: string; location(): Promise<string> }[] = [
  { name: 'SQLite', location: async () => IN_MEMORY },
  { name: 'PostgreSQL', location: freshDatabase },
];

/** The address of an empty PostgreSQL database. */
export async function freshDatabase(): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client(`${server}/postgres`);
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  return `${server}/${name}`;
}
