import { createReceiver, type Receiver } from '@business-cloud/events';
import { createPgDedupe } from '@business-cloud/events/dedupe-pg';
import type { Pool, PoolClient } from 'pg';

export async function pgReceiver(secret: string, pool: Pool): Promise<Receiver> {
  const dedupe = createPgDedupe<PoolClient>(pool);
  await dedupe.createTable();
  return createReceiver({
    secret,
    dedupe,
    async onEvent(evento, { transaction }) {
      await transaction.query('insert into invoice (guid, type) values ($1, $2)', [evento.EventGuid, evento.Type]);
    },
  });
}
