import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginToken, startServer } from './harness.ts';

let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  app = await startServer();
  token = await loginToken(app);
});
afterAll(() => app.close());

const right = (): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'x-service-apikey': 'api-key',
  'x-service-licensekey': 'license-1',
});

async function read(headers: Record<string, string>, url = '/api/v3/1/Anagrafica') {
  const answer = await app.inject({ method: 'GET', url, headers });
  return { status: answer.statusCode, code: answer.statusCode === 200 ? 'ok' : answer.json().code, headers: answer.headers };
}

test.each(['', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic YTpi', 'Bearer unknown', 'token', `Bearer ${'x'.repeat(5_000)}`])(
  'AUTH-04, AUTH-10: Authorization "%s" answers 401 with WWW-Authenticate',
  async (authorization) => {
    const answer = await read({ ...right(), authorization });
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  },
);

test.each([
  ['HDR-01: no API key', { 'x-service-apikey': '' }, 'api-key-invalid'],
  ['HDR-02: a wrong API key', { 'x-service-apikey': 'api-kez' }, 'api-key-invalid'],
  ['HDR-03: no license key', { 'x-service-licensekey': '' }, 'license-key-invalid'],
  ['HDR-04: a wrong license key', { 'x-service-licensekey': 'license-x' }, 'license-key-invalid'],
  ["HDR-05: another company's license key", { 'x-service-licensekey': 'license-2' }, 'license-key-invalid'],
])('%s answers 403', async (_title, change, code) => {
  expect(await read({ ...right(), ...change })).toMatchObject({ status: 403, code });
});

test.each(['9', '12345', '0', '-1', '01', '1.0', '1e0', 'x', '%31x', '99999999999999999999', 'config'])(
  'COMP-07: company %s is not the user’s under any license key',
  async (company) => {
    for (const license of ['license-1', 'license-9']) {
      expect((await read({ ...right(), 'x-service-licensekey': license }, `/api/v3/${company}/Anagrafica`)).status).toBe(403);
    }
  },
);

test('HDR-08: header names are case-insensitive', async () => {
  const headers = Object.fromEntries(Object.entries(right()).map(([name, value]) => [name.toUpperCase(), value]));
  expect((await read(headers)).status).toBe(200);
});

test('AUTH-07, AUTH-08: authenticate needs the API key, and no license key', async () => {
  const login = (headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api/v3/authenticate', headers, payload: { UserName: 'ada', Password: 'secret' } });
  expect((await login({})).statusCode).toBe(403);
  const refused = await login({ 'x-service-apikey': 'wrong' });
  expect([refused.statusCode, refused.headers['x-token']]).toEqual([403, undefined]);
  expect((await login({ 'x-service-apikey': 'api-key' })).statusCode).toBe(200);
});

test('D-13: the header names carry another word when asked', async () => {
  const other = await startServer(undefined, { headerWord: 'Acme' });
  const login = await other.inject({
    method: 'POST',
    url: '/api/v3/authenticate',
    headers: { 'X-Acme-ApiKey': 'api-key' },
    payload: { UserName: 'ada', Password: 'secret' },
  });
  await other.close();
  expect(login.statusCode).toBe(200);
});

test('an identifier that cannot be one names nothing', async () => {
  for (const id of ['x', '0', '-1', '1.5', '99999999999999999999']) {
    expect((await read(right(), `/api/v3/1/Anagrafica/${id}`)).code).toBe('not-found');
  }
});

test('XML is answered as XML', async () => {
  const answer = await app.inject({ method: 'GET', url: '/api/v3/1/Documento/1/FatturaElettronicaXml', headers: right() });
  expect([answer.body, answer.headers['content-type']]).toEqual(['<xml/>', 'application/xml; charset=utf-8']);
});
