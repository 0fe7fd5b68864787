import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookId } from '../../src/model/ids.ts';
import { createSealer } from '../../src/security/sealing.ts';
import { type ClaimBounds, type ClaimedDelivery, createDeliveryQueue, type DeliveryQueue } from '../../src/store/delivery-queue.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { webhookStore } from '../../src/store/webhook-store.ts';
import { ADA, AURORA, preparedDatabase } from '../harness/prepared-database.ts';
import { stores } from '../harness/stores.ts';

const NOW = 1_000_000;
const LEASE_MS = 1_000;
const attempt = { startedAt: NOW, durationMs: 1, status: 500, error: 'no' };

describe.each(stores)('on $name', ({ location }) => {
  let database: Database;
  let queue: DeliveryQueue;
  let wallMs = 0;

  beforeEach(async () => {
    database = await preparedDatabase(await location());
    queue = createDeliveryQueue(database, { lengthMs: LEASE_MS, now: () => wallMs });
  });
  afterEach(() => database.close());

  async function addWebhook(): Promise<WebhookId> {
    const store = webhookStore(database.connection, ADA, createSealer(randomBytes(32)));
    const { webhook } = await store.insert({
      aziendaId: AURORA,
      url: 'https://example.com/',
      description: null,
      events: ['articolo.Create'],
    });
    return webhook.id;
  }

  const record = () =>
    recordEvent(database.connection, {
      companyId: AURORA,
      type: 'articolo.Create',
      object: {},
      applicationId: undefined,
      occurredAt: NOW,
      origin: 'cloud',
    });
  const claim = (bounds: Partial<ClaimBounds> = {}) =>
    queue.claim({ now: NOW, limit: 50, limitPerWebhook: 10, fullWebhookIds: [], roomOf: () => 10, holds: () => false, ...bounds });

  test('D-09: a claim is held until its lease ends, then it is another worker’s', async () => {
    await addWebhook();
    await record();
    const [first] = await claim();
    expect(await claim()).toEqual([]);
    wallMs += LEASE_MS;
    const [second] = await claim();
    expect(second?.id).toBe(first?.id);
    if (first !== undefined) await queue.complete([{ delivery: first, attempt, next: { state: 'delivered' } }]);
    expect(await database.migrating.selectFrom('delivery').select(['state', 'claim_id']).executeTakeFirst()).toEqual({
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
    const claimed = await Promise.all([1, 2, 3, 4].map(() => claim({ limit: 10 })));
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
    const claimed = await claim({ roomOf: () => 2 });
    expect(claimed.filter(({ webhookId }) => webhookId === full)).toHaveLength(2);
    expect(claimed.filter(({ webhookId }) => webhookId === other)).toHaveLength(2);
  });

  test('DLV-12, HOOK-14: what is to be sent is read as its webhook is by then, and no more after its deletion', async () => {
    const id = await addWebhook();
    await record();
    const [held] = (await claim()) as [ClaimedDelivery];
    const webhooks = webhookStore(database.connection, ADA, createSealer(randomBytes(32)));
    const urlOf = async () => (await queue.message(held))?.url;
    expect(await urlOf()).toBe('https://example.com/');
    const settings = { aziendaId: AURORA, url: 'https://example.com/new', description: null, events: ['articolo.Create'] };
    await webhooks.replace(id, 1, settings);
    expect(await urlOf()).toBe('https://example.com/new');
    await webhooks.remove(id);
    expect(await urlOf()).toBeUndefined();
  });

  test('of each delivery its own message is read, however many are asked for at once', async () => {
    for (let index = 0; index < 3; index += 1) await addWebhook();
    await record();
    await record();
    const held = await claim();
    const messages = await Promise.all(held.map((delivery) => queue.message(delivery)));
    expect(messages.map((message) => message?.id)).toEqual(held.map(({ id }) => id));
    expect(new Set(messages.map((message) => message?.body)).size).toBe(2);
    expect(new Set(messages.map((message) => message?.secretSealed)).size).toBe(3);
  });

  test('D-09: what another worker has taken over is not read any more', async () => {
    await addWebhook();
    await record();
    const [held] = (await claim()) as [ClaimedDelivery];
    wallMs += LEASE_MS;
    const [taken] = (await claim()) as [ClaimedDelivery];
    expect([await queue.message(held), (await queue.message(taken))?.url]).toEqual([undefined, 'https://example.com/']);
  });

  test('a claim that is given back spends no attempt', async () => {
    await addWebhook();
    await record();
    const [claimed] = await claim();
    if (claimed !== undefined)
      await queue.complete([{ delivery: claimed, attempt: undefined, next: { state: 'pending', dueAt: NOW + 5_000 } }]);
    expect(await claim({ now: NOW + 4_999 })).toEqual([]);
    expect((await claim({ now: NOW + 5_000 }))[0]?.attemptCount).toBe(0);
    expect(await database.migrating.selectFrom('attempt').selectAll().execute()).toEqual([]);
  });

  test('what waits for its next attempt is apart from what is pending until its time, and then due as before', async () => {
    await addWebhook();
    await record();
    const [claimed] = await claim();
    if (claimed !== undefined) await queue.complete([{ delivery: claimed, attempt, next: { state: 'pending', dueAt: NOW + 5_000 } }]);
    const states = async () => (await database.migrating.selectFrom('delivery').select('state').execute()).map(({ state }) => state);
    expect([await claim({ now: NOW + 4_999 }), await states(), await queue.nextDueAt([])]).toEqual([[], ['waiting'], NOW + 5_000]);
    expect([await claim({ now: NOW + 5_000, roomOf: () => 0 }), await states()]).toEqual([[], ['pending']]);
    expect((await claim({ now: NOW + 5_000 }))[0]).toMatchObject({ id: claimed?.id, attemptCount: 1 });
  });

  test('a clock that was put back makes what waits due as soon as what is pending', async () => {
    await addWebhook();
    for (let index = 0; index < 2; index += 1) await record();
    const [first] = await claim({ limit: 1 });
    if (first !== undefined) await queue.complete([{ delivery: first, attempt, next: { state: 'pending', dueAt: NOW + 5_000 } }]);
    const before = NOW - 3_600_000;
    await queue.bringForward(before, [10, 20]);
    expect(await claim({ now: before + 20 })).toHaveLength(2);
  });

  test('what waits for a webhook ends with it', async () => {
    const webhook = await addWebhook();
    await record();
    const [claimed] = await claim();
    if (claimed !== undefined) await queue.complete([{ delivery: claimed, attempt, next: { state: 'pending', dueAt: NOW + 5_000 } }]);
    await webhookStore(database.connection, ADA, createSealer(randomBytes(32))).remove(webhook);
    expect(await claim({ now: NOW + 5_000 })).toEqual([]);
    expect(await queue.nextDueAt([])).toBeUndefined();
  });

  test('D-09: finished deliveries are settled together, each with its attempt', async () => {
    const hook = await addWebhook();
    for (let index = 0; index < 3; index += 1) await record();
    const [delivered, failed, again] = (await claim()) as [ClaimedDelivery, ClaimedDelivery, ClaimedDelivery];
    await queue.complete([
      { delivery: delivered, attempt: { startedAt: NOW, durationMs: 3, status: 204, error: undefined }, next: { state: 'delivered' } },
      { delivery: failed, attempt, next: { state: 'failed' } },
      { delivery: again, attempt: { ...attempt, status: undefined }, next: { state: 'pending', dueAt: NOW + 7 } },
    ]);
    const common = { webhook_id: hook, attempt_count: 1, claim_id: null, lease_until: 0 };
    expect(await database.migrating.selectFrom('delivery').selectAll().orderBy('id').execute()).toMatchObject([
      { ...common, id: delivered.id, state: 'delivered', due_at: NOW },
      { ...common, id: failed.id, state: 'failed', due_at: NOW },
      { ...common, id: again.id, state: 'waiting', due_at: NOW + 7 },
    ]);
    expect(await database.migrating.selectFrom('attempt').selectAll().orderBy('delivery_id').execute()).toMatchObject([
      { delivery_id: delivered.id, started_at: NOW, duration_ms: 3, status: 204, error: null },
      { delivery_id: failed.id, status: 500, error: 'no' },
      { delivery_id: again.id, status: null, error: 'no' },
    ]);
  });

  test('DLV-08: webhooks without room are passed over, and so is what is held here although its lease ended', async () => {
    const [full, other] = [await addWebhook(), await addWebhook()];
    for (let index = 0; index < 5; index += 1) await record();
    const [held] = await claim({ limit: 1, fullWebhookIds: [full] });
    wallMs += LEASE_MS;
    const claimed = await claim({ limit: 10, fullWebhookIds: [full], holds: (id) => id === held?.id });
    expect(claimed.map(({ webhookId }) => webhookId)).toEqual([other, other, other, other]);
    expect(claimed.map(({ id }) => id)).not.toContain(held?.id);
    expect(await queue.nextDueAt([full, other])).toBeUndefined();
  });

  test('DLV-08: webhooks have their turns: what waits for the first does not keep the others waiting', async () => {
    const webhooks = [await addWebhook(), await addWebhook(), await addWebhook()];
    for (let index = 0; index < 4; index += 1) await record();
    const turns: (number | undefined)[] = [];
    for (let index = 0; index < 4; index += 1) turns.push((await claim({ limit: 1 }))[0]?.webhookId);
    expect(turns).toEqual([...webhooks, webhooks[0]]);
  });

  test('the next look is when the next delivery is due that nobody holds', async () => {
    await addWebhook();
    await record();
    expect(await queue.nextDueAt([])).toBe(NOW);
    await claim();
    expect(await queue.nextDueAt([])).toBeUndefined();
  });

  test('EVT-07: nothing is recorded for a webhook whose user may no longer use the company', async () => {
    await addWebhook();
    await database.migrating.deleteFrom('account_company').execute();
    expect(await record()).toBe(0);
  });
});
