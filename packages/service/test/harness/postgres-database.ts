import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** Makes an empty database. @param server its address without a database @param tablespace where its tables are, if not with the server's data */
export async function createPostgresDatabase(server: string, tablespace?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new Client(`${server}/postgres`);
  await client.connect();
  try {
    await client.query(`create database ${name}${tablespace === undefined ? '' : ` tablespace ${tablespace}`}`);
  } finally {
    await client.end();
  }
  return `${server}/${name}`;
}
