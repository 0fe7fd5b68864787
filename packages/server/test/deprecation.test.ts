import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../src/generated/operations.ts';
import { loginToken, startServer } from './harness.ts';

// No operation is deprecated today, so two of the table are, in this file alone: one that is read and one that is written.
const deprecation = { since: '2026-12-01', sunset: '2027-12-01', instead: 'Use another.' };
Object.assign(operations.listAnagrafica, { deprecation });
Object.assign(operations.createAnagrafica, { deprecation });

const app = await startServer();
let authorization: string;

beforeAll(async () => {
  authorization = `Bearer ${await loginToken(app)}`;
});
afterAll(() => app.close());

test.for([
  { given: 'a success', method: 'GET', license: 'license-1', status: 200 },
  { given: 'a success of a write', method: 'POST', license: 'license-1', body: '{"nome":"Ada"}', status: 201 },
  { given: 'a refusal', method: 'GET', license: 'license-2', status: 403 },
  { given: 'a refusal of a write', method: 'POST', license: 'license-1', body: '{', status: 400 },
])('$given of a deprecated operation says since when and until when', async ({ method, license, body, status }) => {
  const answer = await call('1/Anagrafica', { method, license, body });
  expect([answer.status, answer.headers.get('deprecation'), answer.headers.get('sunset')]).toEqual([
    status,
    '@1796083200',
    'Wed, 01 Dec 2027 00:00:00 GMT',
  ]);
});

test('an operation that is not deprecated says nothing of it', async () => {
  const answer = await call('1/Anagrafica/1', { method: 'GET', license: 'license-1' });
  expect([answer.status, answer.headers.has('deprecation'), answer.headers.has('sunset')]).toEqual([404, false, false]);
});

interface Call {
  readonly method: string;
  readonly license: string;
  readonly body?: string | undefined;
}

function call(path: string, { method, license, body }: Call): Promise<Response> {
  const { port } = app.server.address() as AddressInfo;
  const headers = { authorization, 'x-service-apikey': 'api-key', 'x-service-licensekey': license, 'content-type': 'application/json' };
  return fetch(`http://127.0.0.1:${port}/api/v3/${path}`, { method, headers, body: body ?? null });
}
