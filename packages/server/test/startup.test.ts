import { expect, onTestFinished, test } from 'vitest';
import { contractServer, memoryPorts, operations, type Ports } from '../src/index.ts';
import { loginToken, type State, startServer, testHandlers, testPorts } from './harness.ts';

const withCode = (code: string) => expect.objectContaining({ code });

test.each(Object.keys(operations).filter((id) => id !== 'authenticate'))('it does not start without a handler for %s', (id) => {
  const { [id as 'getArticolo']: _missing, ...handlers } = testHandlers();
  expect(() => contractServer({ handlers: handlers as ReturnType<typeof testHandlers>, ports: testPorts() })).toThrow(
    withCode('handler-missing'),
  );
});

test.each(['clock', 'login', 'tokens', 'apiKeys', 'licenses', 'transactions'])('it does not start without the port %s', (port) => {
  const { [port as 'clock']: _missing, ...ports } = testPorts();
  expect(() => contractServer({ handlers: testHandlers(), ports: ports as Ports<State> })).toThrow(withCode('port-missing'));
});

test('it does not start with half a port', () => {
  const ports = { ...testPorts(), licenses: { covers: async () => true } };
  expect(() => contractServer({ handlers: testHandlers(), ports: ports as unknown as Ports<State> })).toThrow(withCode('port-missing'));
});

test.each<object>([
  { headerWord: 'a b' },
  { headerWord: '' },
  { headerWord: 'My-' },
  { headerWord: null },
  { headerwords: 'My' },
  { bodyLimitBytes: 0 },
  { bodyLimitBytes: 1.5 },
  { bodyLimitBytes: Number.NaN },
  { bodyLimitBytes: '1000' },
  { apis: ['custmer'] },
  { apis: [] },
  { apis: 'customer' },
  { isUnavailable: true },
])('it does not start with %j', (options) => {
  expect(() => contractServer({ handlers: testHandlers(), ports: testPorts(), options })).toThrow(withCode('option-invalid'));
});

test('it does not start with a misspelt part, nor with a handler for no operation', () => {
  const parts = { handlers: testHandlers(), ports: testPorts() };
  expect(() => contractServer({ ...parts, ...{ option: {} } })).toThrow(withCode('option-invalid'));
  expect(() => contractServer({ ...parts, handlers: { ...parts.handlers, ...{ listArticoli: async () => ({}) } } })).toThrow(
    withCode('handler-unknown'),
  );
});

// Beside all that it needs: the port that it was meant to replace would stay in its place, and nobody would see it.
test('it does not start with a port that there is not, and names the nearest', () => {
  const ports = { ...testPorts(), licences: { covers: async () => false, coversAny: async () => false } };
  expect(() => contractServer({ handlers: testHandlers(), ports })).toThrow(
    expect.objectContaining({ code: 'port-unknown', message: expect.stringContaining(' licenses?') }),
  );
});

test.each([
  [{ handlers: { listArticoli: async () => ({}) } }, ' listArticolo?'],
  [{ options: { headerwords: 'My' } }, ' options.headerWord?'],
])('a misspelt %j is answered with the nearest name', (part, meant) => {
  const { handlers, options } = { handlers: {}, options: {}, ...part };
  const server = { handlers: { ...testHandlers(), ...handlers }, ports: testPorts(), options };
  expect(() => contractServer(server)).toThrow(expect.objectContaining({ message: expect.stringContaining(meant) }));
});

test('an option that is undefined is not given', async () => {
  const options = { headerWord: undefined, apis: undefined, bodyLimitBytes: undefined, isUnavailable: undefined };
  const app = await startServer(testPorts(), options);
  onTestFinished(() => app.close());
  const authorization = `Bearer ${await loginToken(app)}`;
  const headers = { authorization, 'x-service-apikey': 'api-key', 'x-service-licensekey': 'license-1' };
  const answer = await app.inject({ method: 'POST', url: '/api/v3/1/Anagrafica', headers, payload: { nome: 'fault' } });
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal-error']);
  expect(contractServer({ handlers: testHandlers(), ports: testPorts(), options: undefined })).toBeTypeOf('function');
});

test.each<object>([
  { clock: {} },
  { clocks: { now: () => 0 } },
  { apiKeys: 'api-key' },
  { apiKeys: [''] },
  { companies: [{ id: 1, licenceKey: 'a' }] },
  { companies: [{ id: Number.NaN, licenseKey: 'a' }] },
  { users: [{ userName: 'ada', password: 'a', companyIds: 1 }] },
  { users: undefined },
])('memoryPorts refuses %j', (given) => {
  const input = { state: {}, apiKeys: ['a'], companies: [{ id: 1, licenseKey: 'a' }], users: [] };
  expect(memoryPorts({ ...input, clock: undefined }).clock.now()).toBeGreaterThan(0);
  expect(() => memoryPorts({ ...input, ...given })).toThrow(withCode('option-invalid'));
});

test('it starts with a product word that has a hyphen (D-13)', () => {
  expect(() => contractServer({ handlers: testHandlers(), ports: testPorts(), options: { headerWord: 'My-Shop' } })).not.toThrow();
});

test('authenticate needs no handler when only the Admin API is served', () => {
  const none = {} as ReturnType<typeof testHandlers>;
  expect(() => contractServer({ handlers: none, ports: testPorts(), options: { apis: ['admin'] } })).not.toThrow();
});
