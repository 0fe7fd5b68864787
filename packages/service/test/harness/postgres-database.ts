import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

export interface DatabaseOptions {
  /** Where its tables are, if not with the server's data. */
  readonly tablespace?: string | undefined;
  /** The address of a database to copy, which nobody is connected to. */
  readonly template?: string | undefined;
}

/** Makes a database, empty if it is no copy. @param server its address without a database */
export async function createPostgresDatabase(server: string, { tablespace, template }: DatabaseOptions = {}): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // By file: a sequence that is copied through the write-ahead log falls back when the server crashes soon after.
  const copied = template === undefined ? '' : ` template ${nameOf(template)} strategy file_copy`;
  await administer(server, `create database ${name}${copied}${tablespace === undefined ? '' : ` tablespace ${tablespace}`}`);
  return `${server}/${name}`;
}

/** Removes a database, and ends whatever is connected to it. @param server its address without a database */
export async function dropPostgresDatabase(server: string, database: string): Promise<void> {
  await administer(server, `drop database ${nameOf(database)} with (force)`);
}

/** Runs a statement that is about no database in particular. @param server its address without a database */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new Client(`${server}/postgres`);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

function nameOf(database: string): string {
  return new URL(database).pathname.slice(1);
}
