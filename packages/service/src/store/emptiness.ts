import type { Connection } from './sql/connection.ts';
import { statement } from './sql/statement.ts';

const anything = (['company', 'account', 'api_key', 'webhook', 'idempotency'] as const).map((table) =>
  statement((db) =>
    db
      .selectFrom(table)
      .select((select) => select.lit(1).as('one'))
      .limit(1),
  ),
);

/** Whether nobody has put anything into the database yet. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  for (const rows of anything) if ((await rows.first(connection, {})) !== undefined) return false;
  return true;
}
