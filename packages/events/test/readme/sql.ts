import { createReceiver, type Receiver } from '@business-cloud/events';
import { createSqlDedupe } from '@business-cloud/events/dedupe-sql';
import type { Kysely } from 'kysely';

export interface Tables {
  readonly invoice: { readonly guid: string; readonly type: string };
}

export async function durableReceiver(secret: string, database: Kysely<Tables>): Promise<Receiver> {
  const dedupe = createSqlDedupe(database);
  await dedupe.createTable();
  return createReceiver({
    secret,
    dedupe,
    async onEvent(evento, { transaction }) {
      await transaction.insertInto('invoice').values({ guid: evento.EventGuid, type: evento.Type }).execute();
    },
  });
}
