import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Claims, createClaims } from '../../src/delivery/claims.ts';
import { givenBack } from '../../src/delivery/delivery-attempt.ts';
import { createEndpoints, type Endpoints } from '../../src/delivery/endpoints.ts';
import { createClock } from '../../src/model/clock.ts';
import { createSealer } from '../../src/security/sealing.ts';
import { createDeliveryQueue } from '../../src/store/delivery-queue.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import { createLeases } from '../../src/store/lease.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { webhookStore } from '../../src/store/webhook-store.ts';
import { ADA, AURORA, preparedDatabase } from '../harness/prepared-database.ts';

const NOW = 1_000_000;
const TYPE = 'articolo.Create';

let database: Database;
let endpoints: Endpoints;
let claims: Claims;

beforeEach(async () => {
  database = await preparedDatabase(':memory:');
  endpoints = createEndpoints();
  claims = createClaims(createDeliveryQueue(database, createLeases(createClock())), endpoints);
  const webhooks = webhookStore(database.connection, ADA, createSealer(randomBytes(32)));
  await webhooks.insert({ aziendaId: AURORA, url: 'https://example.com/', description: null, events: [TYPE] });
  const event = { companyId: AURORA, type: TYPE, object: {}, applicationId: undefined, occurredAt: NOW, origin: 'cloud' } as const;
  for (let count = 0; count < 3; count += 1) await recordEvent(database.connection, event);
});
afterEach(() => database.close());

const states = async () =>
  (await database.migrating.selectFrom('delivery').select('state').orderBy('id').execute()).map(({ state }) => state);

test('as much is claimed as the endpoints have room for, and held until it is written down', async () => {
  expect([await claims.claim(NOW), claims.size]).toEqual([1, 1]);
  expect(await claims.claim(NOW)).toBe(0);
  const delivery = endpoints.next();
  if (delivery !== undefined) claims.finish({ ...givenBack(delivery), next: { state: 'delivered' } });
  expect([claims.size, await states()]).toEqual([1, ['pending', 'pending', 'pending']]);
  await claims.writeDown();
  expect([claims.size, await states()]).toEqual([0, ['delivered', 'pending', 'pending']]);
});

test('what cannot be written down is kept, and written down the next time', async () => {
  await claims.claim(NOW);
  const delivery = endpoints.next();
  if (delivery !== undefined) claims.finish({ ...givenBack(delivery), next: { state: 'delivered' } });
  await database.migrating.schema.alterTable('attempt').renameTo('elsewhere').execute();
  await expect(claims.writeDown()).rejects.toThrow('attempt');
  expect(claims.size).toBe(1);
  await database.migrating.schema.alterTable('elsewhere').renameTo('attempt').execute();
  await claims.writeDown();
  expect([claims.size, await states()]).toEqual([0, ['delivered', 'pending', 'pending']]);
});

test('the next delivery is due when there is room for it', async () => {
  expect(await claims.nextDueAt()).toBe(NOW);
  await claims.claim(NOW);
  expect(await claims.nextDueAt()).toBeUndefined();
});
