import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startRunning();
});
afterAll(() => running.close());

const metrics = async (): Promise<string> => (await running.service.monitor.inject('/metrics')).body;

test('a service that runs is live and ready', async () => {
  expect((await running.service.monitor.inject('/health/live')).statusCode).toBe(200);
  expect((await running.service.monitor.inject('/health/ready')).statusCode).toBe(200);
});

test('requests, replays, conflicts, attempts and the queue are counted', async () => {
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  const path = '/api/v3/1/Anagrafica';
  for (const nome of ['a', 'a', 'b']) await running.call('POST', path, { body: { nome }, key: 'metrics' });
  await running.settled();
  const text = await metrics();
  expect(text).toContain('business_cloud_requests_total{operation="createAnagrafica",status="201"} 2');
  expect(text).toContain('business_cloud_replays_total 1');
  expect(text).toContain('business_cloud_conflicts_total{status="422"} 1');
  expect(text).toContain('business_cloud_delivery_attempts_total{outcome="confirmed",status="204"} 1');
  expect(text).toContain('business_cloud_deliveries_pending 0');
});

test('a path that is no operation is counted as none', async () => {
  await running.call('GET', '/nowhere');
  expect(await metrics()).toContain('business_cloud_requests_total{operation="none",status="404"} 1');
});
