import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { IDEMPOTENCY_RETENTION_MS } from '../src/index.ts';
import { loginToken, startServer, testPorts } from './harness.ts';

let app: FastifyInstance;
let now: number;
let token: string;

beforeEach(async () => {
  now = Date.now();
  app = await startServer(testPorts(() => now));
  token = await loginToken(app);
});
afterEach(() => app.close());

const PATH = '/api/v3/1/Anagrafica';

function send(url: string, key: string, payload?: string, given = token) {
  const headers = {
    authorization: `Bearer ${given}`,
    'x-service-apikey': 'api-key',
    'x-service-licensekey': 'license-1',
    'idempotency-key': key,
    ...(payload !== undefined && { 'content-type': 'application/json' }),
  };
  return app.inject({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) });
}

function post(key: string, payload = '{"nome":"Ada"}', given = token) {
  return send(PATH, key, payload, given);
}

test('IDEM-03: a retry answers the same bytes, marked', async () => {
  const first = await post('k');
  const retry = await post('k');
  expect([retry.statusCode, retry.body, retry.headers.location]).toEqual([first.statusCode, first.body, first.headers.location]);
  expect([first.headers['idempotent-replayed'], retry.headers['idempotent-replayed']]).toEqual([undefined, 'true']);
});

test('D-07: the key is bound to the bytes of the body', async () => {
  await post('k');
  expect((await post('k', '{"nome": "Ada"}')).json().code).toBe('idempotency-mismatch');
});

test('IDEM-05: of several at once one is executed, and the others are refused as in progress, or replay', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('k')));
  expect(answers.filter(({ statusCode, headers }) => statusCode === 201 && headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  for (const { statusCode, headers } of answers.filter((it) => it.statusCode !== 201))
    expect([statusCode, headers['retry-after']]).toEqual([409, '1']);
});

test('IDEM-12: after 24 hours the key is new', async () => {
  const first = await post('k');
  now += IDEMPOTENCY_RETENTION_MS - 1;
  expect((await post('k')).body).toBe(first.body);
  now += 1;
  expect((await post('k')).body).not.toBe(first.body);
});

test('D-07: a refusal with 400 is not stored: the retry is refused anew', async () => {
  const refused = () =>
    send('/api/v3/config/webhook', 'k', '{"AziendaId":null,"Url":"https://receiver.example/","Events":["Anagrafica.Create"]}');
  for (const { statusCode, headers, body } of [await refused(), await refused()])
    expect([statusCode, headers['idempotent-replayed'], JSON.parse(body).code]).toEqual([400, undefined, 'invalid-value']);
});

test('D-07: a refusal with 404 is stored', async () => {
  const [first, retry] = [await send('/api/v3/1/Documento/1/emit', 'k'), await send('/api/v3/1/Documento/1/emit', 'k')];
  expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([404, undefined]);
  expect([retry.statusCode, retry.body, retry.headers['idempotent-replayed']]).toEqual([404, first.body, 'true']);
});

test('a fault stores nothing: the retry is executed', async () => {
  expect((await post('k', '{"nome":"fault"}')).statusCode).toBe(500);
  expect((await post('k')).statusCode).toBe(201);
});
