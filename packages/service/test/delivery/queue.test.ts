import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDeliveryQueue, type DeliveryQueue } from '../../src/delivery/queue.ts';
import { createSealer } from '../../src/security/sealing.ts';
import { openDatabase } from '../../src/store/database.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import { migrate } from '../../src/store/migrations.ts';
import type { Schema } from '../../src/store/schema.ts';
import { webhookStore } from '../../src/store/webhook-store.ts';
import { stores } from '../harness/stores.ts';

const NOW = 1_000_000;
const LEASE_MS = 1_000;
const attempt = { startedAt: NOW, durationMs: 1, status: 500, error: 'no' };

describe.each(stores)('on $name', ({ location }) => {
  let db: Kysely<Schema>;
  let queue: DeliveryQueue;
  let wallMs = 0;

  beforeEach(async () => {
    const database = await openDatabase(await location());
    db = database.db;
    await migrate(db);
    await db.insertInto('account_company').values({ account_id: 'ada', company_id: 1 }).execute();
    queue = createDeliveryQueue(database, { lengthMs: LEASE_MS, now: () => wallMs });
  });
  afterEach(() => db.destroy());

  async function addWebhook(): Promise<number> {
    const store = webhookStore(db, 'ada', createSealer(randomBytes(32)));
    const { webhook } = await store.insert({ aziendaId: 1, url: 'https://example.com/', description: null, events: ['articolo.Create'] });
    return webhook.id;
  }

  const record = () =>
    recordEvent(db, { companyId: 1, type: 'articolo.Create', object: {}, applicationId: undefined, occurredAt: NOW, origin: 'cloud' });
  const claim = (now = NOW, room = 10, heldIds: number[] = []) =>
    queue.claim({ now, limit: 50, heldIds, fullWebhookIds: [], roomOf: () => room });

  test('D-09: a claim is held until its lease ends, then it is another worker’s', async () => {
    await addWebhook();
    await record();
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    wallMs += LEASE_MS;
    const [second] = await claim();
    expect(second?.id).toBe(first?.id);
    if (first !== undefined) await queue.complete([{ delivery: first, attempt, next: { state: 'delivered' } }]);
    expect(await db.selectFrom('delivery').select(['state', 'claim_id']).executeTakeFirst()).toEqual({
      state: 'pending',
      claim_id: second?.claimId,
    });
  });

  test('D-09: a claim that is renewed is nobody else’s', async () => {
    await addWebhook();
    await record();
    const claimed = await claim();
    wallMs += LEASE_MS - 1;
    await queue.renew(claimed);
    wallMs += LEASE_MS - 1;
    expect(await claim()).toEqual([]);
  });

  test('D-09: several workers at once claim each delivery once', async () => {
    await addWebhook();
    for (let index = 0; index < 20; index += 1) await record();
    const claimed = await Promise.all(
      [1, 2, 3, 4].map(() => queue.claim({ now: NOW, limit: 10, heldIds: [], fullWebhookIds: [], roomOf: () => 10 })),
    );
    const ids = claimed.flat().map(({ id }) => id);
    expect(ids.length).toBe(new Set(ids).size);
    expect(ids.length).toBeGreaterThan(0);
  });

  test('claims of a process that is gone are free at once', async () => {
    await addWebhook();
    await record();
    await claim();
    await queue.releaseAll();
    expect(await claim()).toHaveLength(1);
  });

  test('of one webhook no more are claimed than it has room for', async () => {
    const [full, other] = [await addWebhook(), await addWebhook()];
    for (let index = 0; index < 5; index += 1) await record();
    const claimed = await claim(NOW, 2);
    expect(claimed.filter(({ webhookId }) => webhookId === full)).toHaveLength(2);
    expect(claimed.filter(({ webhookId }) => webhookId === other)).toHaveLength(2);
  });

  test('a released claim spends no attempt', async () => {
    await addWebhook();
    await record();
    const [claimed] = await claim();
    if (claimed !== undefined) await queue.release(claimed, NOW + 5_000);
    expect(await claim(NOW + 4_999)).toEqual([]);
    expect((await claim(NOW + 5_000))[0]?.attemptCount).toBe(0);
  });

  test('the next look is when the next delivery is due that nobody holds', async () => {
    await addWebhook();
    await record();
    expect(await queue.nextDueAt({ heldIds: [], fullWebhookIds: [] })).toBe(NOW);
    await claim();
    expect(await queue.nextDueAt({ heldIds: [], fullWebhookIds: [] })).toBeUndefined();
  });

  test('EVT-07: nothing is recorded for a webhook whose user may no longer use the company', async () => {
    await addWebhook();
    await db.deleteFrom('account_company').execute();
    expect(await record()).toBe(0);
  });
});
