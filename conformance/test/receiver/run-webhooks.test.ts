import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RunWebhooks } from '../../src/receiver/run-webhooks.ts';

let folder: string;
let webhooks: RunWebhooks;
let agent: Agent;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'business-cloud-webhooks-'));
  const caFile = join(folder, 'ca.pem');
  webhooks = new RunWebhooks({ listen: '127.0.0.1:0', publicUrl: 'https://localhost:{port}', caFile }, 'run', () => {});
  await webhooks.start();
  agent = new Agent({ connect: { ca: readFileSync(caFile) } });
});

afterEach(async () => {
  await agent.destroy();
  await webhooks.close();
  rmSync(folder, { recursive: true, force: true });
});

async function deliver(url: string, type: string, nome: string): Promise<void> {
  const { origin, pathname } = new URL(url);
  const body = JSON.stringify({ Type: type, Object: { id: 7, nome }, EventGuid: crypto.randomUUID(), CompanyId: 1 });
  await (await agent.request({ origin, path: pathname, method: 'POST', body })).body.dump();
}

test('a late delivery of a new name makes the suite wait longer for all others', async () => {
  const { endpoint, url } = await webhooks.open('EVT-01');
  webhooks.named('run-evt-01-1');
  await sleep(50);
  await deliver(url, 'Anagrafica.Create', 'run-evt-01-1 Società');
  // Ten times as long as the delivery took, but at most ten times the configured time.
  expect((await webhooks.open('EVT-02')).endpoint.patience(2)).toBe(20);
  expect(endpoint.patience(60_000)).toBe(60_000);
});

test('a name that was known long before its delivery says nothing about how long deliveries take', async () => {
  const { endpoint, url } = await webhooks.open('EVT-01');
  await deliver(url, 'Anagrafica.Create', 'run-evt-01-1');
  webhooks.named('run-evt-01-2');
  await sleep(50);
  await deliver(url, 'Anagrafica.Update', 'run-evt-01-2');
  expect(endpoint.patience(2)).toBe(2);
});

test('a running wait becomes longer when deliveries come late', async () => {
  const { endpoint, url } = await webhooks.open('EVT-01');
  webhooks.named('run-evt-01-1');
  await sleep(200);
  const arrives = endpoint.arrives(() => endpoint.attempts.length === 2, 1_000);
  await deliver(url, 'Anagrafica.Create', 'run-evt-01-1');
  await sleep(1_200);
  await deliver(url, 'Anagrafica.Create', 'run-evt-01-2');
  expect(await arrives).toBe(true);
});
