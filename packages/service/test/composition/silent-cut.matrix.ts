import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startProcess } from '../harness/process.ts';
import { createWebhook, startRunning } from '../harness/running.ts';
import { type SilentProxy, startSilentProxy } from '../harness/silent-proxy.ts';
import { freshDatabase } from '../harness/stores.ts';

const WAIT = { timeout: 150_000, interval: 100 };
const PATH = '/api/v3/1/Anagrafica';

/** A database behind a proxy, and its address there. */
async function cuttableDatabase(): Promise<{ readonly proxy: SilentProxy; readonly database: string }> {
  const direct = new URL(await freshDatabase());
  const proxy = await startSilentProxy(direct.host);
  onTestFinished(proxy.close);
  const through = new URL(direct);
  through.port = String(proxy.port);
  return { proxy, database: String(through) };
}

async function runningThrough(database: string) {
  const running = await startRunning({ database, sealingKey: randomBytes(32), statementTimeoutMs: 500 });
  onTestFinished(running.close);
  const create = () => running.call('POST', PATH, { body: { nome: 'Ada' } });
  const health = async (path: string) => (await running.service.monitor.inject(path)).statusCode;
  return { running, create, health };
}

test('connections that are cut without a word are found out and made anew: requests, deliveries and health recover', async () => {
  const { proxy, database } = await cuttableDatabase();
  const { running, create, health } = await runningThrough(database);
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  await Promise.all(Array.from({ length: 30 }, create));
  await running.settled();
  const before = running.receiver.received.length;

  proxy.cut(false);
  const during = await Promise.all(Array.from({ length: 30 }, create));
  expect(new Set(during.map(({ status }) => status))).toEqual(new Set([503]));
  expect(during.map(({ body }) => body.code)).toEqual(during.map(() => 'unavailable'));
  // All that were cut are given up together: what comes next finds new ones.
  expect((await Promise.all(Array.from({ length: 30 }, create))).map(({ status }) => status)).toEqual(during.map(() => 201));
  await vi.waitFor(async () => expect(await health('/health/ready')).toBe(200), WAIT);
  await running.receiver.waitFor(before + 30);
});

test('a node whose connections are all cut says so, and is ready again by itself when they pass again', async () => {
  const { proxy, database } = await cuttableDatabase();
  const { create, health } = await runningThrough(database);
  expect([(await create()).status, await health('/health/ready')]).toEqual([201, 200]);
  proxy.cut(true);
  expect((await create()).status).toBe(503);
  expect([await health('/health/ready'), await health('/health/live')]).toEqual([503, 200]);
  proxy.cut(false);
  await vi.waitFor(async () => expect(await health('/health/ready')).toBe(200), WAIT);
  expect((await create()).status).toBe(201);
});

test('a node whose connections are all cut ends as it is asked to, with exit code 0', async () => {
  const { proxy, database } = await cuttableDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'cut-'));
  writeFileSync(join(folder, 'seal.key'), randomBytes(32).toString('base64'), { mode: 0o600 });
  const store = ['--database', database, '--key-file', join(folder, 'seal.key'), '--log-level', 'silent'];
  const node = await startProcess(['start', '--port', '0', '--drain-seconds', '0', ...store]);
  onTestFinished(async () => {
    await node.kill();
    rmSync(folder, { recursive: true });
  });
  proxy.cut(true);
  node.signal('SIGTERM');
  expect(await node.ended).toBe(0);
});
