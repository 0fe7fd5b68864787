import type { Connection } from './sql/connection.ts';
import { UNSETTLED } from './sql/schema.ts';
import { statement } from './sql/statement.ts';

const pending = statement((db) =>
  db
    .selectFrom('delivery')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('state', 'in', UNSETTLED),
);

/** How many deliveries are not confirmed yet and will be tried again. */
export async function pendingDeliveries(connection: Connection): Promise<number> {
  return Number((await pending.one(connection, {})).count);
}
