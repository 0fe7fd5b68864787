import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from '../../src/monitoring/metrics.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
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

test('what this node has counted is told while the database does not answer', async () => {
  const metrics = createMetrics(await closedConnection());
  metrics.attempted({ confirmed: true, status: 204, durationMs: 5 });
  const text = await metrics.registry.metrics();
  expect(text).toContain('business_cloud_delivery_attempts_total{outcome="confirmed",status="204"} 1');
  expect(text).not.toMatch(/^business_cloud_deliveries_pending \d/m);
});

async function closedConnection(): Promise<Connection> {
  const { connection, close } = await openDatabase(':memory:');
  await close();
  return connection;
}
