import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { contractServer, serverOptions } from '../src/index.ts';
import { loginToken, startServer, testHandlers, testPorts } from './harness.ts';

const headers = { 'x-service-apikey': 'api-key', 'x-service-licensekey': 'license-1' };

test.each([
  ['a fault that passes is unavailable', true, 503, 'unavailable'],
  ['any other is ours', false, 500, 'internal-error'],
])('%s', async (_title, passes, status, code) => {
  const app = await startServer(testPorts(), { isUnavailable: () => passes });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v3/1/Anagrafica',
    headers: { ...headers, authorization: `Bearer ${await loginToken(app)}` },
    payload: { nome: 'fault' },
  });
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after'] !== undefined]).toEqual([status, code, passes]);
  await app.close();
});

test('a caller who hangs up is no fault, and nothing is unavailable for that', async () => {
  const asked: unknown[] = [];
  const isUnavailable = (error: unknown): boolean => asked.push(error) > 0;
  const app = await startServer(testPorts(), { isUnavailable });
  const statuses: number[] = [];
  const answered = once(app.server, 'request').then(([, response]) =>
    once(response, 'close').then(() => statuses.push(response.statusCode)),
  );
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    'POST /api/v3/authenticate HTTP/1.1\r\nHost: x\r\nX-Service-ApiKey: api-key\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
  await once(app.server, 'request');
  socket.destroy();
  await answered;
  await app.close();
  expect([asked, statuses]).toEqual([[], [400]]);
});

test('an outage is told once with its stack, and then counted', async () => {
  const lines: { level: number; count?: number; err?: { stack: string } }[] = [];
  const log = { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } };
  const app = Fastify({ ...serverOptions(), logger: log });
  await app.register(contractServer({ handlers: testHandlers(), ports: testPorts(), options: { isUnavailable: () => true } }));
  const authorized = { ...headers, authorization: `Bearer ${await loginToken(app)}` };
  const write = () => app.inject({ method: 'POST', url: '/api/v3/1/Anagrafica', headers: authorized, payload: { nome: 'fault' } });
  const answers = await Promise.all(Array.from({ length: 50 }, write));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(503));
  await app.close();
  expect(lines.map(({ level, count, err }) => [level, count, err !== undefined])).toEqual([
    [50, 1, true],
    [50, 49, false],
  ]);
});

test('an error that says 503 itself is a warning without a stack, and hooks are told why', async () => {
  const lines: { level: number; err?: unknown }[] = [];
  const reasons: unknown[] = [];
  const log = { level: 'warn', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } };
  const app = Fastify({ ...serverOptions(), logger: log });
  app.addHook('onResponse', async ({ contractRefusal }) => void reasons.push(contractRefusal));
  const busy = async () => Promise.reject(Object.assign(new Error('Too much.'), { statusCode: 503 }));
  await app.register(contractServer({ handlers: { ...testHandlers(), listAnagrafica: busy }, ports: testPorts() }));
  const authorized = { ...headers, authorization: `Bearer ${await loginToken(app)}` };
  const answer = await app.inject({ method: 'GET', url: '/api/v3/1/Anagrafica', headers: authorized });
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after'] !== undefined]).toEqual([503, 'unavailable', true]);
  expect([reasons, lines.map(({ level, err }) => [level, err])]).toEqual([[undefined, 'Too much.'], [[40, undefined]]]);
  await app.close();
});
