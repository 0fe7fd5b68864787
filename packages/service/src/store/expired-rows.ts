import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

interface Expired {
  readonly now: number;
}

const expired = [
  statement((db, $: Expired) => db.deleteFrom('token').where('expires_at', '<=', $.now)),
  statement((db, $: Expired) => db.deleteFrom('idempotency').where('expires_at', '<=', $.now)),
  statement((db, $: Expired) => db.deleteFrom('login_failure').where('forgotten_at', '<=', $.now)),
];

/** Removes expired tokens, idempotency keys and login failures. */
export async function removeExpired(connection: Connection, now: number): Promise<void> {
  for (const rows of expired) await rows.all(connection, { now });
}
