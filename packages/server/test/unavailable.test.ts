import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { loginToken, startServer, testPorts } from './harness.ts';

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
