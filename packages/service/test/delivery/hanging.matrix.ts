import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ATTEMPTS_IN_FLIGHT_MAX } from '../../src/generated/limits.ts';
import type { DeliveryState } from '../../src/store/sql/schema.ts';
import type { Received } from '../harness/receiver.ts';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';
import { stores } from '../harness/stores.ts';

// Attempts end after the test, so that nothing here can be waiting for that.
const NEVER_MS = 3_600_000;
const WAIT = { timeout: 150_000 };
/** As many attempts as slow endpoints have places: how many more there are depends on how soon the first of them are late. */

let running: Running;
afterEach(() => running.close());

const hangs = ({ path }: Received): boolean => path.startsWith('/hanging');

async function subscribe(count: number, path: string, type: string): Promise<void> {
  for (let index = 0; index < count; index += 1) await createWebhook(running, { Events: [type], path: `${path}/${index}` });
}

async function create(kind: 'Anagrafica' | 'articolo', count: number): Promise<void> {
  const body = kind === 'Anagrafica' ? { nome: 'Ada' } : { codice: 'A', descrizione: 'A' };
  for (let index = 0; index < count; index += 1)
    expect(await running.call('POST', `/api/v3/1/${kind}`, { body })).toMatchObject({ status: 201 });
}

/** The states of all deliveries of the events of a type. */
async function statesOf(type: string): Promise<DeliveryState[]> {
  const { body } = await running.call('GET', '/api/v3/config/evento?limit=500');
  const entries = body as unknown as { evento: { Type: string }; deliveries: { state: DeliveryState; attemptCount: number }[] }[];
  const deliveries = entries.filter(({ evento }) => evento.Type === type).flatMap((entry) => entry.deliveries);
  return deliveries.map(({ state }) => state);
}

async function expectOthersDelivered(count: number): Promise<void> {
  await create('Anagrafica', count);
  await vi.waitFor(async () => expect(await statesOf('Anagrafica.Create')).toEqual(Array(count).fill('delivered')), WAIT);
}

describe.each(stores)('on $name', ({ location }) => {
  async function start(): Promise<void> {
    running = await startRunning({ database: await location(), sealingKey: randomBytes(32), attemptDeadlineMs: NEVER_MS });
  }

  test('DLV-08: endpoints that never answered, more than there are places, hold up no other', async () => {
    const endpoints = 140;
    await start();
    running.receiver.behave((request) => (hangs(request) ? 'hang' : 204));
    await subscribe(endpoints, '/hanging', 'articolo.Create');
    await subscribe(1, '/fine', 'Anagrafica.Create');
    await create('articolo', 10);
    const tried = () => new Set(running.receiver.received.filter(hangs).map(({ path }) => path));
    await vi.waitFor(() => expect(tried().size).toBe(endpoints), WAIT);
    await expectOthersDelivered(20);
    expect(new Set(await statesOf('articolo.Create'))).toEqual(new Set(['pending']));
  });

  test('DLV-08: endpoints that answered and then hang, all at once, hold up no other', async () => {
    const endpoints = 40;
    await start();
    await subscribe(endpoints, '/hanging', 'articolo.Create');
    await subscribe(1, '/fine', 'Anagrafica.Create');
    await create('articolo', 10);
    await running.settled();
    running.receiver.behave((request) => (hangs(request) ? 'hang' : 204));
    const before = running.receiver.received.length;
    await create('articolo', 20);
    const tried = () => running.receiver.received.slice(before).filter(hangs);
    await vi.waitFor(() => expect(tried().length).toBeGreaterThanOrEqual(ATTEMPTS_IN_FLIGHT_MAX), WAIT);
    await expectOthersDelivered(20);
    expect((await statesOf('articolo.Create')).filter((state) => state === 'pending')).toHaveLength(endpoints * 20);
  });
});
