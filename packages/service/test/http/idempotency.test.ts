import { IDEMPOTENCY_RETENTION_MS } from '@business-cloud/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startRunning();
});
afterAll(() => running.close());

const PATH = '/api/v3/1/Anagrafica';
let keys = 0;
const newKey = (): string => `key-${++keys}`;

/** How many contact records have the name. */
async function countOf(nome: string): Promise<number> {
  const { body } = await running.call('GET', `${PATH}?limit=500`);
  return Array.from(body, (entry) => entry.nome).filter((it) => it === nome).length;
}

test('IDEM-01: without a key two equal POSTs have two effects', async () => {
  await running.call('POST', PATH, { body: { nome: 'twice' } });
  await running.call('POST', PATH, { body: { nome: 'twice' } });
  expect(await countOf('twice')).toBe(2);
});

test('IDEM-02, IDEM-03: the first answer is not marked, a retry answers the same bytes and is', async () => {
  const request = { body: { nome: 'replayed' }, key: newKey() };
  const first = await running.call('POST', PATH, request);
  const retry = await running.call('POST', PATH, request);
  expect(first.headers.get('Idempotent-Replayed')).toBeNull();
  expect(retry.headers.get('Idempotent-Replayed')).toBe('true');
  expect([retry.status, retry.text, retry.headers.get('Location')]).toEqual([201, first.text, first.headers.get('Location')]);
  expect(await countOf('replayed')).toBe(1);
});

test('IDEM-03: the replay of a creation of a webhook holds its secret', async () => {
  const request = { body: { AziendaId: null, Url: 'https://example.com/', Events: ['articolo.Create'] }, key: newKey() };
  const first = await running.call('POST', '/api/v3/config/webhook', request);
  const retry = await running.call('POST', '/api/v3/config/webhook', request);
  expect(retry.text).toBe(first.text);
  expect(retry.body.secret).toEqual(expect.stringMatching(/^whsec_/));
});

test('IDEM-05, IDEM-06: of forty requests at once with one key one takes effect, the others get 409 or the replay', async () => {
  const request = { body: { nome: 'raced' }, key: newKey() };
  const answers = await Promise.all(Array.from({ length: 40 }, () => running.call('POST', PATH, request)));
  expect(answers.filter(({ status, headers }) => status === 201 && headers.get('Idempotent-Replayed') === null)).toHaveLength(1);
  for (const { status, headers, body } of answers) {
    if (status === 409) expect([body.code, headers.get('Retry-After')]).toEqual(['idempotency-in-progress', '1']);
    else expect(status).toBe(201);
  }
  expect((await running.call('POST', PATH, request)).headers.get('Idempotent-Replayed')).toBe('true');
  expect(await countOf('raced')).toBe(1);
});

test.each([
  ['IDEM-07: another body', 'POST', PATH, { nome: 'other' }],
  ['IDEM-08: another URL', 'POST', '/api/v3/1/articolo', { nome: 'bound', descrizione: 'x' }],
  ['IDEM-08: another query', 'POST', `${PATH}?x=1`, { nome: 'bound' }],
])('%s under the same key is refused', async (_title, method, path, body) => {
  const key = newKey();
  await running.call('POST', PATH, { body: { nome: 'bound' }, key });
  const before = await running.call('GET', `${PATH}?limit=500`);
  const refused = await running.call(method, path, { body, key });
  expect([refused.status, refused.body.code]).toEqual([422, 'idempotency-mismatch']);
  expect((await running.call('GET', `${PATH}?limit=500`)).text).toBe(before.text);
});

test('IDEM-09: another method under the same key is refused, and has no effect', async () => {
  const { id, concurrencyToken } = await createWebhook(running, { Events: ['articolo.Create'] });
  const path = `/api/v3/config/webhook/${id}`;
  const key = newKey();
  const body = { AziendaId: null, Url: 'https://example.com/', Events: ['articolo.Delete'], ConcurrencyToken: concurrencyToken };
  expect((await running.call('PUT', path, { body, key })).status).toBe(200);
  expect((await running.call('DELETE', path, { key })).body.code).toBe('idempotency-mismatch');
  expect((await running.call('GET', path)).status).toBe(200);
  expect((await running.call('DELETE', path, { key: newKey() })).status).toBe(204);
});

test('IDEM-10: a retried PUT answers the original response, although its token is stale by then', async () => {
  const { id, concurrencyToken } = await createWebhook(running, { Events: ['articolo.Create'] });
  const body = { AziendaId: 1, Url: 'https://example.com/', Events: ['articolo.Delete'], ConcurrencyToken: concurrencyToken };
  const request = { body, key: newKey() };
  const first = await running.call('PUT', `/api/v3/config/webhook/${id}`, request);
  const retry = await running.call('PUT', `/api/v3/config/webhook/${id}`, request);
  expect([retry.status, retry.text, retry.headers.get('Idempotent-Replayed')]).toEqual([200, first.text, 'true']);
});

test('D-07: a refusal of the handler is replayed, unless a client can mend it, and one of the pipeline is not', async () => {
  const missing = { body: { nome: 'nobody', concurrencyToken: 1 }, key: newKey() };
  await running.call('PUT', `${PATH}/999999`, missing);
  const replay = await running.call('PUT', `${PATH}/999999`, missing);
  expect([replay.status, replay.headers.get('Idempotent-Replayed')]).toEqual([404, 'true']);
  const webhook = { AziendaId: 9, Url: 'https://example.com/', Events: ['articolo.Create'] };
  const again = newKey();
  expect((await running.call('POST', '/api/v3/config/webhook', { body: webhook, key: again })).status).toBe(400);
  expect((await running.call('POST', '/api/v3/config/webhook', { body: { ...webhook, AziendaId: 1 }, key: again })).status).toBe(201);
  const key = newKey();
  await running.call('POST', PATH, { body: {}, key });
  expect((await running.call('POST', PATH, { body: { nome: 'after a refusal' }, key })).status).toBe(201);
});

test('IDEM-13: a renewed token replays', async () => {
  const request = { body: { nome: 'renewed' }, key: newKey() };
  const first = await running.call('POST', PATH, request);
  const { access } = running;
  const login = await running.call('POST', '/api/v3/authenticate', { body: { UserName: access.userName, Password: access.password } });
  const headers = { Authorization: `Bearer ${login.headers.get('X-Token')}` };
  const retry = await running.call('POST', PATH, { ...request, headers });
  expect([retry.text, retry.headers.get('Idempotent-Replayed')]).toEqual([first.text, 'true']);
});

test('IDEM-14: a GET with a used key shows the present state', async () => {
  const key = newKey();
  const first = await running.call('POST', PATH, { body: { nome: 'read' }, key });
  const read = await running.call('GET', `${PATH}/${first.body.id}`, { key });
  expect([read.status, read.headers.get('Idempotent-Replayed')]).toEqual([200, null]);
});

test('IDEM-11, IDEM-12: a key replays for 24 hours, then it is new', async () => {
  const request = { body: { nome: 'kept' }, key: newKey() };
  const { body } = await running.call('POST', PATH, request);
  running.service.clock.advance(IDEMPOTENCY_RETENTION_MS - 60_000);
  expect((await running.call('POST', PATH, request)).body.id).toBe(body.id);
  running.service.clock.advance(60_001);
  const again = await running.call('POST', PATH, request);
  expect([again.status, again.headers.get('Idempotent-Replayed'), again.body.id === body.id]).toEqual([201, null, false]);
});

test.each(['', 'x'.repeat(256), 'caf\u00e9'])('IDEM-16: a key that is none is refused (%#)', async (key) => {
  const { status, body } = await running.call('POST', PATH, { body: { nome: 'x' }, key });
  expect([status, body.code]).toEqual([400, 'idempotency-key-invalid']);
});

test('IDEM-16: a key of 255 printable characters is one', async () => {
  expect((await running.call('POST', PATH, { body: { nome: 'x' }, key: `~ ${'x'.repeat(253)}` })).status).toBe(201);
});
