import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { EventoType } from '@business-cloud/events';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type DeliveryWorker, startDeliveryWorker } from '../../src/delivery/worker.ts';
import { createClock } from '../../src/model/clock.ts';
import { createMetrics } from '../../src/monitoring/metrics.ts';
import { createSealer } from '../../src/security/sealing.ts';
import { createDeliveryQueue } from '../../src/store/delivery-queue.ts';
import { recordEvent } from '../../src/store/event-recorder.ts';
import { createLeases } from '../../src/store/lease.ts';
import type { Database } from '../../src/store/sql/database.ts';
import { type StoredWebhook, type WebhookStore, webhookStore } from '../../src/store/webhook-store.ts';
import { ADA, AURORA, preparedDatabase } from '../harness/prepared-database.ts';

/** Turns of the event loop that a claim may take, and many more. */
const TURNS = 500;
/** An attempt that is not answered by then is awaited no longer, in milliseconds. */
const NOT_SOON_MS = 60;
/** After so many answers a webhook holds twice as many deliveries as are under way at once. */
const ANSWERS = 4;
const MANY = 16;

let database: Database;
let worker: DeliveryWorker;
let webhooks: WebhookStore;
/** The types of the events that were sent, and where to. */
let sent: { readonly type: string; readonly url: string }[];
/** Answers the attempts under way, one for each. */
let answers: (() => void)[];

const typesSent = (): string[] => sent.map(({ type }) => type);

beforeEach(async () => {
  // The turns of the event loop are real: time passes only when it is told to.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  sent = [];
  answers = [];
  database = await preparedDatabase(':memory:');
  const { connection } = database;
  webhooks = webhookStore(connection, ADA, createSealer(randomBytes(32)));
  const clock = createClock();
  const leases = createLeases(clock);
  worker = startDeliveryWorker({
    queue: createDeliveryQueue(database, leases),
    leases,
    sender: {
      send: ({ url, body }, signal) => {
        sent.push({ type: JSON.parse(String(body)).Type, url });
        return new Promise((resolve, reject) => {
          answers.push(() => resolve({ confirmed: true, status: 204, error: undefined }));
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    },
    secretOf: () => 'secret',
    clock,
    retryDelaysMs: [],
    log: pino({ level: 'silent' }),
    metrics: createMetrics(connection),
  });
});

afterEach(async () => {
  const stopped = worker.stop(0);
  await vi.advanceTimersByTimeAsync(1_000);
  await stopped;
  await database.close();
  vi.useRealTimers();
});

async function addWebhook(type: EventoType): Promise<StoredWebhook> {
  return (await webhooks.insert({ aziendaId: AURORA, url: 'https://example.com/', description: null, events: [type] })).webhook;
}

async function record(type: EventoType): Promise<void> {
  const event = { companyId: AURORA, type, object: {}, applicationId: undefined, occurredAt: Date.now(), origin: 'cloud' } as const;
  await recordEvent(database.connection, event);
  worker.wake();
}

/** Lets everything happen that waits for no time. */
async function happen(): Promise<void> {
  for (let count = 0; count < TURNS; count += 1) await turn();
}

/** Answers so many attempts, the oldest first, and lets happen what follows. */
async function answer(count: number): Promise<void> {
  for (const one of answers.splice(0, count)) one();
  await happen();
  await vi.advanceTimersByTimeAsync(NOT_SOON_MS);
  await happen();
}

/** Creates a webhook whose deliveries wait for a place: it has answered so often that more are held than are under way. */
async function crowdedWebhook(): Promise<StoredWebhook> {
  const webhook = await addWebhook('articolo.Create');
  for (let count = 0; count < ANSWERS; count += 1) {
    await record('articolo.Create');
    await happen();
    await answer(1);
  }
  for (let count = 0; count < MANY; count += 1) await record('articolo.Create');
  await answer(0);
  const held = await database.migrating.selectFrom('delivery').select('id').where('claim_id', 'is not', null).execute();
  expect(held.length).toBeGreaterThan(answers.length);
  sent = [];
  return webhook;
}

test('DLV-08: an attempt that is not answered soon holds up no other event’s', async () => {
  await addWebhook('articolo.Create');
  await addWebhook('Anagrafica.Create');
  await record('articolo.Create');
  await happen();
  await vi.advanceTimersByTimeAsync(NOT_SOON_MS);
  await happen();
  expect(typesSent()).toEqual(['articolo.Create']);
  await record('Anagrafica.Create');
  await happen();
  expect(typesSent()).toEqual(['articolo.Create', 'Anagrafica.Create']);
});

test('DLV-12: what waits for a place goes to the Url that its webhook has by then', async () => {
  const { id, concurrencyToken, ...settings } = await crowdedWebhook();
  await webhooks.replace(id, concurrencyToken, { ...settings, url: 'https://example.com/new' });
  await answer(3);
  expect(sent.map(({ url }) => url)).toEqual(Array(3).fill('https://example.com/new'));
});

test('EVT-06: what waits for a place is not sent to a webhook that has stopped asking for its event', async () => {
  const { id, concurrencyToken, ...settings } = await crowdedWebhook();
  await webhooks.replace(id, concurrencyToken, { ...settings, events: ['Anagrafica.Create'] });
  await answer(3);
  expect(sent).toEqual([]);
});

test('HOOK-14: what waits for a place is not sent to a webhook that is deleted', async () => {
  const { id } = await crowdedWebhook();
  await webhooks.remove(id);
  await answer(3);
  expect(sent).toEqual([]);
});
