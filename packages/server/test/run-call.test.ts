import { beforeEach, expect, test } from 'vitest';
import type { Transactions } from '../src/index.ts';
import { type ContractCall, runCall } from '../src/index.ts';
import { type State, testHandlers, testPorts } from './harness.ts';

let transactions: Transactions<State>;

beforeEach(() => {
  ({ transactions } = testPorts());
});

/** Calls on behalf of somebody who may use company 1. */
async function call(method: string, path: string, given: Partial<ContractCall> = {}) {
  const admit = async (companyId: number) => (companyId === 1 ? { user: { id: 'ada' }, companyId, applicationId: undefined } : undefined);
  const answer = await runCall(
    { handlers: testHandlers(), transactions, admit },
    { method, path, body: Buffer.alloc(0), idempotencyKey: undefined, ...given },
  );
  return { status: answer.status, body: answer.body === '' ? undefined : JSON.parse(answer.body) };
}

const anagrafica = (nome: unknown) => ({ body: Buffer.from(JSON.stringify({ nome })) });

test('a call runs the handler of its operation, in a unit of work', async () => {
  const { status, body } = await call('POST', '/api/v3/1/Anagrafica', anagrafica('Ada'));
  expect([status, body]).toEqual([201, { nome: 'Ada', id: 1, concurrencyToken: 1 }]);
  expect((await call('GET', '/api/v3/1/Anagrafica')).body).toMatchObject([{ nome: 'Ada' }]);
});

test.for([
  ['a body that does not fit', 'POST', '/api/v3/1/Anagrafica', anagrafica(5), 'schema-violation'],
  ['a body that is not JSON', 'POST', '/api/v3/1/Anagrafica', { body: Buffer.from('{') }, 'malformed-json'],
  ['an identifier that cannot be one', 'GET', '/api/v3/1/Anagrafica/01', {}, 'not-found'],
  ['a company that is not there', 'GET', '/api/v3/7/Anagrafica/1', {}, 'not-found'],
  ['a path that is no operation', 'GET', '/api/v3/1/nothing', {}, 'route-not-found'],
  ['an operation on no company', 'GET', '/api/v3/config/Azienda', {}, 'route-not-found'],
  ['an operation that is not there yet', 'DELETE', '/api/v3/1/Anagrafica/1', {}, 'not-implemented'],
  ['what a handler refuses', 'GET', '/api/v3/1/Anagrafica/1', {}, 'not-found'],
  ['a key that is none', 'POST', '/api/v3/1/Anagrafica', { ...anagrafica('Ada'), idempotencyKey: '' }, 'idempotency-key-invalid'],
] as const)('%s is answered with the problem that a request would get', async ([, method, path, given, code]) => {
  expect((await call(method, path, given)).body.code).toBe(code);
});

test('IDEM-01: with a key a call happens once, and IDEM-07: the key is bound to the call', async () => {
  const keyed = { ...anagrafica('Ada'), idempotencyKey: 'k' };
  const [first, second] = [await call('POST', '/api/v3/1/Anagrafica', keyed), await call('POST', '/api/v3/1/Anagrafica', keyed)];
  expect(second).toEqual(first);
  expect((await call('GET', '/api/v3/1/Anagrafica')).body).toHaveLength(1);
  const other = await call('POST', '/api/v3/1/Anagrafica', { ...anagrafica('Grace'), idempotencyKey: 'k' });
  expect(other.body.code).toBe('idempotency-mismatch');
});

test('a fault of a handler is thrown on', async () => {
  await expect(call('POST', '/api/v3/1/Anagrafica', anagrafica('fault'))).rejects.toThrow('a fault of the handler');
});

test.for<object>([{ body: '{}' }, { path: '' }, { method: undefined }, { idempotencykey: 'a' }, { idempotencyKey: 5 }])(
  'a call with %j is none',
  async (given) => {
    await expect(call('GET', '/api/v3/1/Anagrafica', given)).rejects.toThrow(expect.objectContaining({ code: 'option-invalid' }));
  },
);

test('a company that a store of JavaScript answers null for is not there', async () => {
  const admit = async () => null as unknown as undefined;
  const input = { handlers: testHandlers(), transactions, admit };
  const { status } = await runCall(input, { method: 'GET', path: '/api/v3/1/Anagrafica', body: Buffer.alloc(0) });
  expect(status).toBe(404);
});
