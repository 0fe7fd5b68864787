import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@business-cloud/events';
import { afterEach, expect, test } from 'vitest';
import { RETRY_DELAYS_MS } from '../../src/generated/limits.ts';
import type { Received } from '../harness/receiver.ts';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';

let running: Running;

async function start(options: Parameters<typeof startRunning>[0] = {}): Promise<Running> {
  running = await startRunning(options);
  return running;
}

afterEach(() => running.close());

const eventGuid = ({ body }: Received): string => JSON.parse(String(body)).EventGuid;
const at = (path: string) => (request: Received) => request.path === path;

async function createAnagrafica(nome = 'Ada', company = 1) {
  const { status, body } = await running.call('POST', `/api/v3/${company}/Anagrafica`, { company, body: { nome } });
  expect(status).toBe(201);
  return body as unknown as { id: number; concurrencyToken: number };
}

/** Moves the clock on, wait by wait, until nothing more is due. */
async function retryUntil(count: number, matches: (request: Received) => boolean): Promise<Received[]> {
  for (let attempts = 1; attempts < count; attempts += 1) {
    await running.receiver.waitFor(attempts, matches);
    await running.settled();
    running.service.clock.advance((RETRY_DELAYS_MS[attempts - 1] ?? 0) * 1.2);
  }
  return running.receiver.waitFor(count, matches);
}

test('EVT-01, SIG-02: a creation is delivered over HTTPS, signed with the secret of the webhook', async () => {
  await start();
  const { secret } = await createWebhook(running, { Events: ['Anagrafica.Create'] });
  const created = await createAnagrafica();
  const [delivery] = await running.receiver.waitFor(1);
  const evento = JSON.parse(String(delivery?.body));
  expect(evento).toMatchObject({ Type: 'Anagrafica.Create', CompanyId: 1, ApplicationId: 'tests', Object: created });
  const header = String(delivery?.headers['service-signature']);
  expect(() => verify({ header, body: delivery?.body ?? Buffer.alloc(0), secret })).not.toThrow();
});

test('EVT-04: one event has one EventGuid for every webhook and every attempt', async () => {
  await start();
  await createWebhook(running, { Events: ['Anagrafica.Create'], path: '/failing' });
  await createWebhook(running, { Events: ['Anagrafica.Create'], path: '/fine' });
  running.receiver.behave(({ path }) => (path === '/failing' ? 500 : 200));
  await createAnagrafica();
  await retryUntil(3, at('/failing'));
  await running.receiver.waitFor(1, at('/fine'));
  expect(new Set(running.receiver.received.map(eventGuid)).size).toBe(1);
});

test('EVT-06, EVT-07: a webhook gets its own types of its own company, or of all companies', async () => {
  await start();
  await createWebhook(running, { Events: ['Anagrafica.Create'], AziendaId: 2, path: '/two' });
  await createWebhook(running, { Events: ['Anagrafica.Create', 'Anagrafica.Delete'], AziendaId: null, path: '/all' });
  const one = await createAnagrafica('One', 1);
  await createAnagrafica('Two', 2);
  await running.call('DELETE', `/api/v3/1/Anagrafica/${one.id}`);
  await running.receiver.waitFor(3, at('/all'));
  await running.receiver.waitFor(1, at('/two'));
  await running.settled();
  const types = (path: string) => running.receiver.received.filter(at(path)).map(({ body }) => JSON.parse(String(body)));
  expect(types('/two')).toMatchObject([{ CompanyId: 2 }]);
  expect(
    types('/all')
      .map(({ Type }) => Type)
      .sort(),
  ).toEqual(['Anagrafica.Create', 'Anagrafica.Create', 'Anagrafica.Delete']);
});

test('DLV-04, DLV-10: a delivery that is never confirmed is tried six times, then no more', async () => {
  await start();
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  running.receiver.behave(() => 500);
  await createAnagrafica();
  await retryUntil(1 + RETRY_DELAYS_MS.length, at('/hook'));
  await running.settled();
  running.service.clock.advance(30 * 24 * 3600_000);
  await running.settled();
  expect(running.receiver.received).toHaveLength(1 + RETRY_DELAYS_MS.length);
});

test('DLV-05: the first 2xx ends the retries', async () => {
  await start();
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  running.receiver.behave((_request, count) => (count < 3 ? 503 : 299));
  await createAnagrafica();
  await retryUntil(3, at('/hook'));
  await running.settled();
  running.service.clock.advance(24 * 3600_000);
  await running.settled();
  expect(running.receiver.received).toHaveLength(3);
});

test('DLV-02, DLV-09: a redirect is not followed, and retried', async () => {
  await start();
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  running.receiver.behave((_request, count) =>
    count === 1 ? { status: 307, headers: { Location: `${running.receiver.url}/other` } } : 200,
  );
  await createAnagrafica();
  await retryUntil(2, at('/hook'));
  expect(running.receiver.received.filter(at('/other'))).toHaveLength(0);
});

test.each(['reset', 'hang'] as const)('DLV-03: no answer (%s) is retried', async (behaviour) => {
  // Only what hangs needs the deadline; a short one can pass before a busy machine has dialled.
  await start(behaviour === 'hang' ? { attemptDeadlineMs: 2_000 } : {});
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  running.receiver.behave((_request, count) => (count === 1 ? behaviour : 200));
  await createAnagrafica();
  expect(await retryUntil(2, at('/hook'))).toHaveLength(2);
});

test('SIG-04: each attempt is signed anew, with the time of its sending', async () => {
  await start();
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  running.receiver.behave(() => 500);
  await createAnagrafica();
  const attempts = await retryUntil(3, at('/hook'));
  const timestamps = attempts.map(({ headers }) => Number(/t=(\d+)/.exec(String(headers['service-signature']))?.[1]));
  expect((timestamps[1] ?? 0) - (timestamps[0] ?? 0)).toBeGreaterThanOrEqual((RETRY_DELAYS_MS[0] ?? Number.NaN) / 1000);
  expect((timestamps[2] ?? 0) - (timestamps[1] ?? 0)).toBeGreaterThanOrEqual((RETRY_DELAYS_MS[1] ?? Number.NaN) / 1000);
});

test('DLV-08: an endpoint that hangs does not hold up another', async () => {
  await start();
  await createWebhook(running, { Events: ['Anagrafica.Create'], path: '/hanging' });
  await createWebhook(running, { Events: ['Anagrafica.Create'], path: '/fine' });
  running.receiver.behave(({ path }) => (path === '/hanging' ? 'hang' : 200));
  for (let index = 0; index < 20; index += 1) await createAnagrafica(`Contact ${index}`);
  expect(await running.receiver.waitFor(20, at('/fine'))).toHaveLength(20);
});

test('EVT-12, HOOK-07: after a PUT the new URL and types count, and the old secret signs', async () => {
  await start();
  const { id, secret, concurrencyToken } = await createWebhook(running, { Events: ['Anagrafica.Create'], path: '/old' });
  const put = await running.call('PUT', `/api/v3/config/webhook/${id}`, {
    body: {
      AziendaId: null,
      Url: `${running.receiver.url}/new`,
      Events: ['Anagrafica.Delete'],
      ConcurrencyToken: concurrencyToken,
      Secret: 'mine',
    },
  });
  expect(put.body).toMatchObject({ secret: null, events: ['Anagrafica.Delete'] });
  const created = await createAnagrafica();
  await running.call('DELETE', `/api/v3/1/Anagrafica/${created.id}`);
  const [delivery] = await running.receiver.waitFor(1, at('/new'));
  expect(running.receiver.received.filter(at('/old'))).toHaveLength(0);
  const header = String(delivery?.headers['service-signature']);
  expect(() => verify({ header, body: delivery?.body ?? Buffer.alloc(0), secret })).not.toThrow();
});

test('DLV-12: a retry goes to the Url that its webhook has by then', async () => {
  await start();
  const { id, concurrencyToken } = await createWebhook(running, { Events: ['Anagrafica.Create'], path: '/old' });
  running.receiver.behave(({ path }) => (path === '/old' ? 500 : 200));
  await createAnagrafica();
  await running.receiver.waitFor(1, at('/old'));
  await running.settled();
  await running.call('PUT', `/api/v3/config/webhook/${id}`, {
    body: { AziendaId: null, Url: `${running.receiver.url}/new`, Events: ['Anagrafica.Create'], ConcurrencyToken: concurrencyToken },
  });
  running.service.clock.advance(24 * 3600_000);
  await running.receiver.waitFor(2);
  await running.settled();
  expect(running.receiver.received.map(({ path }) => path)).toEqual(['/old', '/new']);
});

test('HOOK-14: a deleted webhook gets nothing more, not even what was waiting for a retry', async () => {
  await start();
  const { id } = await createWebhook(running, { Events: ['Anagrafica.Create'], path: '/gone' });
  running.receiver.behave(() => 500);
  await createAnagrafica();
  await running.receiver.waitFor(1, at('/gone'));
  await running.settled();
  expect((await running.call('DELETE', `/api/v3/config/webhook/${id}`)).status).toBe(204);
  running.service.clock.advance(24 * 3600_000);
  await createAnagrafica();
  await running.settled();
  expect(running.receiver.received).toHaveLength(1);
});

test('EVT-11: a request that fails, and a replay, fire nothing', async () => {
  await start();
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  const request = { body: { nome: 'Ada' }, key: 'once' };
  await running.call('POST', '/api/v3/1/Anagrafica', request);
  await running.call('POST', '/api/v3/1/Anagrafica', request);
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Grace' }, key: 'once' });
  await running.call('POST', '/api/v3/1/Anagrafica', { body: {} });
  await running.receiver.waitFor(1);
  await running.settled();
  expect(running.receiver.received).toHaveLength(1);
});

test('D-10: without leave, nothing is sent to a loopback address, and the attempt says why', async () => {
  await start({ deliveryAllow: [] });
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  await createAnagrafica();
  await running.settled();
  expect(running.receiver.received).toHaveLength(0);
  expect(running.logged.join('')).toContain('not allowed');
});

test('a certificate authority that appears later is trusted from then on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'later-'));
  const caFile = join(folder, 'ca.pem');
  await start({ deliveryCaFile: caFile });
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  await createAnagrafica();
  await running.settled();
  expect(running.receiver.received).toHaveLength(0);
  writeFileSync(caFile, running.receiver.authority);
  running.service.clock.advance(10_000);
  expect(await running.receiver.waitFor(1)).toHaveLength(1);
});
