import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSealer } from '../../src/security/sealing.ts';
import { createDeliveryQueue } from '../../src/store/delivery-queue.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import { removeOldEvents } from '../../src/store/old-events.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { webhookStore } from '../../src/store/webhook-store.ts';
import { ADA, AURORA, preparedDatabase } from '../harness/prepared-database.ts';
import { stores } from '../harness/stores.ts';

const EVENT = { companyId: AURORA, type: 'articolo.Create', object: {}, applicationId: undefined, origin: 'cloud' } as const;

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;

  beforeEach(async () => {
    database = await preparedDatabase(await location());
    const webhook = { aziendaId: null, url: 'https://example.com/', description: null, events: ['articolo.Create'] };
    await webhookStore(database.connection, ADA, createSealer(randomBytes(32))).insert(webhook);
    for (let occurredAt = 1; occurredAt <= 25; occurredAt += 1) await recordEvent(database.connection, { ...EVENT, occurredAt });
    const queue = createDeliveryQueue(database, { lengthMs: 1_000, now: () => 0 });
    const bounds = { now: 100, limit: 50, limitPerWebhook: 50, fullWebhookIds: [], roomOf: () => 50, holds: () => false };
    const attempt = { startedAt: 100, durationMs: 1, status: 204, error: undefined };
    await queue.complete((await queue.claim(bounds)).map((delivery) => ({ delivery, attempt, next: { state: 'delivered' } })));
  });
  afterEach(() => database.close());

  const left = () =>
    Promise.all(
      (['event', 'delivery', 'attempt'] as const).map(
        async (table) => (await database.migrating.selectFrom(table).selectAll().execute()).length,
      ),
    );

  test('old events go in batches, with their deliveries and attempts, and the others stay', async () => {
    expect(await left()).toEqual([25, 25, 25]);
    expect(await removeOldEvents(database.units, { until: 12, limit: 10 })).toBe(true);
    expect(await left()).toEqual([15, 15, 15]);
    expect(await removeOldEvents(database.units, { until: 12, limit: 10 })).toBe(false);
    expect(await left()).toEqual([13, 13, 13]);
    expect((await database.migrating.selectFrom('event').select('occurred_at').orderBy('sequence').execute())[0]?.occurred_at).toBe(13);
  });
});
