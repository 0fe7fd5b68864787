import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Running, startRunning } from '../harness/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startRunning();
});
afterAll(() => running.close());

test.for(['state=failed', 'webhookId=1', 'Limit=5', 'limit=5&limit=6', 'limit=5&state=failed'])(
  'D-16: the events with ?%s are refused',
  async (query) => {
    const { status, body } = await running.call('GET', `/api/v3/config/evento?${query}`);
    expect([status, body.code]).toEqual([400, 'schema-violation']);
  },
);

test('the pages of a list lead on by parameters that it has', async () => {
  for (const nome of ['a', 'b', 'c']) await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome } });
  const { headers } = await running.call('GET', '/api/v3/1/Anagrafica?limit=1');
  const next = /<([^>]+)>/.exec(headers.get('Link') ?? '')?.[1] ?? '';
  expect((await running.call('GET', next)).status).toBe(200);
});
