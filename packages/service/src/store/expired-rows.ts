import { sql } from 'kysely';
import type { Connection } from './sql/connection.ts';
import { type Statement, statement } from './sql/statement.ts';

interface Batch {
  readonly now: number;
  readonly limit: number;
}

/** Each removes some expired rows: a statement that removed a million at once would keep everything else waiting for it. */
const expired: readonly Statement<Batch, unknown>[] = [
  statement((_db, $: Batch) => sql`delete from token where hash in (select hash from token where expires_at <= ${$.now} limit ${$.limit})`),
  statement(
    (_db, $: Batch) =>
      sql`delete from login_failure
        where name_hash in (select name_hash from login_failure where forgotten_at <= ${$.now} limit ${$.limit})`,
  ),
  statement(
    (_db, $: Batch) =>
      sql`delete from idempotency
        where (account_id, key) in (select account_id, key from idempotency where expires_at <= ${$.now} limit ${$.limit})`,
  ),
];

/** Removes some expired tokens, idempotency keys and login failures; returns whether there may be more. */
export async function removeExpired(connection: Connection, batch: Batch): Promise<boolean> {
  let more = false;
  for (const rows of expired) if ((await rows.count(connection, batch)) === batch.limit) more = true;
  return more;
}
