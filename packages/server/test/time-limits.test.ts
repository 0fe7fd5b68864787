import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { contractServer, serverOptions } from '../src/index.ts';
import { startServer, testHandlers, testPorts } from './harness.ts';

let app: FastifyInstance;
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const HALF =
  'POST /api/v3/authenticate HTTP/1.1\r\nHost: x\r\nX-Service-ApiKey: api-key\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{';

/** A connection that sends bytes and waits, and all that comes back until the server closes it. */
async function connection(bytes: string): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  return { socket, answer: once(socket, 'close').then(() => answer) };
}

test.each([
  ['a head', 'POST /api/v3/authenticate HTTP/1.1\r\nHost'],
  ['a body', HALF],
])('%s that does not arrive in time is answered with 408', async (_title, bytes) => {
  const options = serverOptions();
  const http = { ...options.http, headersTimeout: 40, connectionsCheckingInterval: 10 };
  app = Fastify({ ...options, requestTimeout: 50, http });
  await app.register(contractServer({ handlers: testHandlers(), ports: testPorts() }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { answer } = await connection(bytes);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 .*"request-timeout"/s);
});

test('a request is given up before its connection is, so that it is still answered', async () => {
  app = await startServer();
  const { headersTimeout, requestTimeout, timeout } = app.server;
  // Node takes the smaller of the two for the head, and the other for the whole request.
  expect(headersTimeout).toBeLessThanOrEqual(requestTimeout);
  expect(requestTimeout).toBeLessThan(timeout);
});

test('a request that never arrives does not keep the server from closing', async () => {
  app = await startServer();
  const received = once(app.server, 'request');
  const { answer } = await connection(HALF);
  await received;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = app.close();
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    expect(app.server.listening).toBe(false);
  }, 150_000);
  await closed;
  expect(await answer).toBe('');
});

test('a caller who wants a proxy, and does not hang up, does not keep the server from closing', async () => {
  app = await startServer();
  const socket = connect({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true });
  socket.write('CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket.resume(), 'end');
  await app.close();
  expect(app.server.listening).toBe(false);
  socket.destroy();
});

test('a connection that nothing was ever sent on does not keep the server from closing', async () => {
  app = await startServer();
  const connected = once(app.server, 'connection');
  const { answer } = await connection('');
  await connected;
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await app.close();
  expect(await answer).toBe('');
});
