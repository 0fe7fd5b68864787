import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginToken, startServer } from './harness.ts';

let app: FastifyInstance;
let right: Record<string, string>;

beforeAll(async () => {
  app = await startServer(undefined, { bodyLimitBytes: 1_000 });
  right = {
    authorization: `Bearer ${await loginToken(app)}`,
    'x-service-apikey': 'api-key',
    'x-service-licensekey': 'license-1',
    'content-type': 'application/json',
    'idempotency-key': 'order',
  };
  await app.inject({ method: 'POST', url: PATH, headers: right, payload: '{"nome":"first"}' });
});
afterAll(() => app.close());

const PATH = '/api/v3/1/Anagrafica';

// D-04, from the first check to the last: each row repairs what the row above it was refused for, and leaves the rest wrong.
test.each([
  { fixed: [], method: 'POST', url: '/api/v3/nowhere', want: [404, 'route-not-found'] },
  { fixed: [], method: 'PATCH', url: PATH, want: [405, 'method-not-allowed'] },
  { fixed: [], method: 'POST', url: PATH, want: [401, 'token-missing'] },
  { fixed: ['authorization'], method: 'POST', url: PATH, want: [403, 'api-key-invalid'] },
  { fixed: ['authorization', 'x-service-apikey'], method: 'POST', url: PATH, want: [403, 'license-key-invalid'] },
  {
    fixed: ['authorization', 'x-service-apikey', 'x-service-licensekey'],
    method: 'POST',
    url: PATH,
    want: [415, 'unsupported-media-type'],
  },
  {
    fixed: ['authorization', 'x-service-apikey', 'x-service-licensekey', 'content-type'],
    method: 'POST',
    url: PATH,
    want: [413, 'body-too-large'],
  },
] as const)('all is wrong but $fixed: $want', async ({ fixed, method, url, want }) => {
  const wrong = { 'content-type': 'text/plain', 'x-service-apikey': 'wrong', 'x-service-licensekey': 'license-2', 'idempotency-key': '' };
  const headers = { ...wrong, ...Object.fromEntries(fixed.map((name) => [name, right[name] ?? ''])) };
  const answer = await app.inject({ method, url, headers, payload: 'x'.repeat(2_000) });
  expect([answer.statusCode, answer.json().code]).toEqual(want);
});

test.each([
  { payload: '{"nome"', key: '', want: [400, 'malformed-json'] },
  { payload: '{}', key: '', want: [400, 'schema-violation'] },
  { payload: '{"nome":"x"}', key: '', want: [400, 'idempotency-key-invalid'] },
  { payload: '{"nome":"fault"}', key: 'order', want: [422, 'idempotency-mismatch'] },
  { payload: '{"nome":"fault"}', key: 'another', want: [500, 'internal-error'] },
])('with the right headers, $payload under the key "$key": $want', async ({ payload, key, want }) => {
  const answer = await app.inject({ method: 'POST', url: PATH, headers: { ...right, 'idempotency-key': key }, payload });
  expect([answer.statusCode, answer.json().code]).toEqual(want);
});

test('a handler that is not there yet answers 501 after all checks', async () => {
  const url = '/api/v3/1/articolo';
  expect((await app.inject({ method: 'POST', url, headers: right, payload: '{}' })).json().code).toBe('schema-violation');
  const answer = await app.inject({ method: 'POST', url, headers: right, payload: '{"descrizione":"x"}' });
  expect([answer.statusCode, answer.json().code]).toEqual([501, 'not-implemented']);
});

test('every problem has its own type, status and occurrence, and no word of a fault', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: PATH,
    headers: { ...right, 'idempotency-key': 'x' },
    payload: '{"nome":"fault"}',
  });
  expect(answer.headers['content-type']).toContain('application/problem+json');
  const { instance, type, status } = answer.json();
  expect([type, status, instance]).toEqual([
    'urn:business-cloud:problem:internal-error',
    500,
    `urn:uuid:${answer.headers['x-request-id']}`,
  ]);
  expect(answer.body).not.toContain('a fault of the handler');
});

test('a handler that throws leaves nothing behind', async () => {
  const list = await app.inject({ method: 'GET', url: PATH, headers: right });
  expect(list.json().map(({ nome }: { nome: string }) => nome)).toEqual(['first']);
});
