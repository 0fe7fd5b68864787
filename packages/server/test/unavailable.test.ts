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
