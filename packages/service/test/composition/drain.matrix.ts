import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDeliveryProcess } from '../../src/composition/delivery-process.ts';
import { type ServiceProcess, startProcess } from '../harness/process.ts';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';
import { freshDatabase } from '../harness/stores.ts';

const WAIT = { timeout: 150_000 };

let database: string;
let folder: string;
/** Records, and delivers nothing. */
let recording: Running;
let processes: ServiceProcess[] = [];
const sealingKey = randomBytes(32);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'drain-'));
  writeFileSync(join(folder, 'seal.key'), sealingKey.toString('base64'), { mode: 0o600 });
  database = await freshDatabase();
  recording = await startRunning({ database, sealingKey, delivers: false });
  await createWebhook(recording, { Events: ['Anagrafica.Create'] });
});
afterEach(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  processes = [];
  await recording.close();
  rmSync(folder, { recursive: true });
});

async function run(...command: string[]): Promise<ServiceProcess> {
  const store = ['--database', database, '--key-file', join(folder, 'seal.key'), '--log-level', 'silent'];
  const delivery = ['--delivery-allow', '127.0.0.0/8', '--delivery-ca', join(recording.folder, 'ca.pem'), '--lease-seconds', '1'];
  const started = await startProcess([...command, ...store, ...delivery, '--monitor-port', '0']);
  processes.push(started);
  return started;
}

/** Asks it to end, and waits until it has heard. */
async function askToEnd(started: ServiceProcess): Promise<void> {
  const monitor = started.firstLine.slice('monitor: '.length);
  started.signal('SIGTERM');
  await vi.waitFor(async () => expect((await fetch(`${monitor}/health/ready`)).status).toBe(503), WAIT);
}

async function record(nome: string): Promise<void> {
  expect((await recording.call('POST', '/api/v3/1/Anagrafica', { body: { nome } })).status).toBe(201);
}

const receivedNames = () => recording.receiver.received.map(({ body }) => JSON.parse(String(body)).Object.nome);

/** What became of the deliveries, newest first. */
async function deliveries(): Promise<object[]> {
  const { body } = await recording.call('GET', '/api/v3/config/evento');
  return (body as unknown as { deliveries: object[] }[]).flatMap((entry) => entry.deliveries);
}

test.each([
  ['deliver', ['deliver']],
  ['start', ['start', '--port', '0', '--drain-seconds', '0']],
])('D-09: %s, asked to end, finishes what is in flight, claims no more, and exits with 0', async (_name, command) => {
  let confirm = (_status: number): void => undefined;
  const slowAnswer = new Promise<number>((resolve) => {
    confirm = resolve;
  });
  recording.receiver.behave((_request, count) => (count === 1 ? slowAnswer : 204));
  const first = await run(...command);
  await record('in flight');
  await recording.receiver.waitFor(1);
  await askToEnd(first);
  await record('after');
  confirm(204);
  expect(await first.ended).toBe(0);
  expect(receivedNames()).toEqual(['in flight']);
  expect(await deliveries()).toMatchObject([
    { state: 'pending', attemptCount: 0 },
    { state: 'delivered', attemptCount: 1 },
  ]);

  await run(...command);
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]), WAIT);
  expect(receivedNames()).toEqual(['in flight', 'after']);
});

test('D-09: asked twice, it ends at once, and what was in flight is taken over when its lease ends', async () => {
  recording.receiver.behave((_request, count) => (count === 1 ? 'hang' : 204));
  const first = await run('deliver');
  await record('taken over');
  await recording.receiver.waitFor(1);
  await askToEnd(first);
  first.signal('SIGTERM');
  expect(await first.ended).toBe(128 + 15);

  await run('deliver');
  await recording.receiver.waitFor(2);
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ state: 'delivered', attemptCount: 1 }]), WAIT);
  expect(receivedNames()).toEqual(['taken over', 'taken over']);
});

test('D-09: what does not finish in time is given back, and no attempt is spent on it', async () => {
  recording.receiver.behave(() => 'hang');
  const delivering = await startDeliveryProcess({
    database,
    sealingKey,
    log: pino({ level: 'silent' }),
    deliveryAllow: ['127.0.0.0/8'],
    deliveryCaFile: join(recording.folder, 'ca.pem'),
    drainMs: 0,
    leaseMs: 3_600_000,
  });
  await record('given back');
  await recording.receiver.waitFor(1);
  await delivering.close();
  expect(await deliveries()).toMatchObject([{ state: 'pending', attemptCount: 0 }]);

  recording.receiver.behave(() => 204);
  await run('deliver');
  await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ state: 'delivered', attemptCount: 1 }]), WAIT);
});
