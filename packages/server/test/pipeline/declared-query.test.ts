import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginToken, startServer } from '../harness.ts';

const PATH = '/api/v3/1/Anagrafica';
let app: FastifyInstance;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await startServer();
  headers = {
    authorization: `Bearer ${await loginToken(app)}`,
    'x-service-apikey': 'api-key',
    'x-service-licensekey': 'license-1',
    'content-type': 'application/json',
  };
});
afterAll(() => app.close());

test.for([
  ['an unknown parameter', 'state=failed', '/state'],
  ['a name in another case', 'Limit=5', '/Limit'],
  ['a name with a bracket', 'limit[]=5', '/limit[]'],
  ['a name that JavaScript has', '__proto__=1', '/__proto__'],
  ['a name with the characters of a pointer', 'a/b~c=1', '/a~1b~0c'],
  ['no name', '=1', '/'],
  ['an unknown parameter that stands twice', 'a=1&a=2', '/a'],
  ['a known parameter that stands twice', 'limit=5&limit=5', '/limit'],
  ['another known parameter that stands twice', 'after=5&after=6', '/after'],
])('D-16: %s is refused', async ([, query, pointer]) => {
  const answer = await app.inject({ method: 'GET', url: `${PATH}?${query}`, headers });
  const { code, errors } = answer.json();
  expect([answer.statusCode, code, errors.map((error: { pointer: string }) => error.pointer)]).toEqual([
    400,
    'schema-violation',
    [pointer],
  ]);
});

test.for([
  ['GET', `${PATH}/1?x=1`, undefined],
  ['POST', '/api/v3/authenticate?x=1', { UserName: 'ada', Password: 'secret' }],
  ['POST', `${PATH}?x=1`, { nome: 'Ada' }],
  ['DELETE', `${PATH}/1?x=1`, undefined],
  ['POST', '/api/v3/1/Documento/1/emit?x=1', undefined],
] as const)('D-16: so it is where an operation has no parameters: %s %s', async ([method, url, body]) => {
  const answer = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) });
  // What is not implemented says that first.
  const expected = method === 'DELETE' ? [501, 'not-implemented'] : [400, 'schema-violation'];
  expect([answer.statusCode, answer.json().code]).toEqual(expected);
});

test('IDEM-08: under a key that was used without the query it is a mismatch, and otherwise the key is not used up', async () => {
  const post = (url: string, key: string) =>
    app.inject({ method: 'POST', url, headers: { ...headers, 'idempotency-key': key }, payload: { nome: 'Keyed' } });
  expect((await post(PATH, 'used')).statusCode).toBe(201);
  expect((await post(`${PATH}?x=1`, 'used')).json().code).toBe('idempotency-mismatch');
  expect((await post(`${PATH}?x=1`, 'fresh')).json().code).toBe('schema-violation');
  expect((await post(PATH, 'fresh')).statusCode).toBe(201);
});

test('a query that holds nothing is no query', async () => {
  for (const query of ['?', '?&', '?&&']) expect((await app.inject({ method: 'GET', url: PATH + query, headers })).statusCode).toBe(200);
});

test('many parameters are told by fifty, and long names by their beginning', async () => {
  const query = Array.from({ length: 60 }, (_, index) => `${'x'.repeat(200)}${index}=1`).join('&');
  const { errors } = (await app.inject({ method: 'GET', url: `${PATH}?${query}`, headers })).json();
  expect([errors.length, errors[0].pointer.length]).toEqual([50, 101]);
});
