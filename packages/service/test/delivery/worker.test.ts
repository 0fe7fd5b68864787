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
import { webhookStore } from '../../src/store/webhook-store.ts';
import { ADA, AURORA, preparedDatabase } from '../harness/prepared-database.ts';

/** Turns of the event loop that a claim may take, and many more. */
const TURNS = 500;
/** An attempt that is not answered by then is awaited no longer, in milliseconds. */
const NOT_SOON_MS = 60;

let database: Database;
let worker: DeliveryWorker;
/** The types of the events that were sent. No attempt is ever answered. */
let sent: string[];

beforeEach(async () => {
  // The turns of the event loop are real: time passes only when it is told to.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  sent = [];
  database = await preparedDatabase(':memory:');
  const { connection } = database;
  const webhooks = webhookStore(connection, ADA, createSealer(randomBytes(32)));
  for (const type of ['articolo.Create', 'Anagrafica.Create'])
    await webhooks.insert({ aziendaId: AURORA, url: 'https://example.com/', description: null, events: [type] });
  const clock = createClock();
  const leases = createLeases(clock);
  worker = startDeliveryWorker({
    queue: createDeliveryQueue(database, leases),
    leases,
    sender: {
      send: ({ body }, signal) => {
        sent.push(JSON.parse(String(body)).Type);
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
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

async function record(type: EventoType): Promise<void> {
  const event = { companyId: AURORA, type, object: {}, applicationId: undefined, occurredAt: Date.now(), origin: 'cloud' } as const;
  await recordEvent(database.connection, event);
  worker.wake();
}

/** Lets everything happen that waits for no time. */
async function happen(): Promise<void> {
  for (let count = 0; count < TURNS; count += 1) await turn();
}

test('DLV-08: an attempt that is not answered soon holds up no other event’s', async () => {
  await record('articolo.Create');
  await happen();
  await vi.advanceTimersByTimeAsync(NOT_SOON_MS);
  await happen();
  expect(sent).toEqual(['articolo.Create']);
  await record('Anagrafica.Create');
  await happen();
  expect(sent).toEqual(['articolo.Create', 'Anagrafica.Create']);
});
