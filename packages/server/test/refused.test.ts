import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loginToken, startServer } from './harness.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/server/refused.md'), 'utf8');
const rows = [...page.matchAll(/^\| (.+?) +\| (\d{3})(?: `([a-z-]+)`)? +\| .+ \|$/gm)].map(([, sent = '', status, code]) => ({
  sent,
  status: Number(status),
  code,
}));

const BODY_LIMIT_BYTES = 100_000;
const PATH = '/api/v3/1/Anagrafica';
let app: FastifyInstance;
let token: string;

beforeAll(async () => {
  app = await startServer(undefined, { bodyLimitBytes: BODY_LIMIT_BYTES });
  token = await loginToken(app);
  await send({ headers: { 'Idempotency-Key': 'used' } });
});
afterAll(() => app.close());

interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** In place of what is right; undefined for a header that is not sent, and a list for one that is sent several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string;
}

/** A creation that is right in all but what is given. */
function send({ method = 'POST', path = PATH, headers, body = '{"nome":"Ada"}' }: Sent): Promise<{ status: number; code: unknown }> {
  const right = {
    Host: 'x',
    Authorization: `Bearer ${token}`,
    'X-Service-ApiKey': 'api-key',
    'X-Service-LicenseKey': 'license-1',
    ...(method === 'POST' && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries({ ...right, ...headers }).flatMap(([name, value]) => [value ?? []].flat().flatMap((one) => [name, one]));
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const sending = request({ host: '127.0.0.1', port, method, path, headers: lines, agent: false }, async (answer) => {
      const { code }: { code?: unknown } = JSON.parse(await text(answer));
      resolve({ status: Number(answer.statusCode), code });
    });
    sending.on('error', reject);
    sending.end(method === 'POST' ? body : undefined);
  });
}

const DEPTH = 10_000;
const cases: Readonly<Record<string, Sent>> = {
  'a path that no operation has': { path: '/api/v3/nowhere' },
  'a method that the path does not take': { method: 'PATCH' },
  'no token': { headers: { Authorization: undefined } },
  'a token that is unknown': { headers: { Authorization: 'Bearer unknown' } },
  'an API key that is none': { headers: { 'X-Service-ApiKey': 'none' } },
  'the license key of another company': { headers: { 'X-Service-LicenseKey': 'license-2' } },
  'a header that must be single, twice': { headers: { 'Idempotency-Key': ['a', 'b'] } },
  'headers of more than 16 KiB': { headers: { 'X-Big': 'x'.repeat(17_000) } },
  'a body that is not JSON by its type': { headers: { 'Content-Type': 'text/plain' } },
  'a compressed body': { headers: { 'Content-Encoding': 'gzip' } },
  'a body of more than `bodyLimitBytes`': { body: `{"nome":"${'x'.repeat(BODY_LIMIT_BYTES)}"}` },
  'a body that is no JSON': { body: '{"nome"' },
  'half a surrogate pair': { body: '{"nome":"\\ud800"}' },
  'a member of the wrong type': { body: '{"nome":5}' },
  'a query parameter that is not declared': { method: 'GET', path: `${PATH}?nome=Ada` },
  'a query parameter twice': { method: 'GET', path: `${PATH}?limit=1&limit=2` },
  'an identifier with a leading zero': { method: 'GET', path: `${PATH}/01` },
  'an idempotency key that is empty': { headers: { 'Idempotency-Key': '' } },
  'an idempotency key with another body': { headers: { 'Idempotency-Key': 'used' }, body: '{"nome":"Grace"}' },
  'an unknown member of a body': { body: '{"nome":"Ada","unknown":1}' },
  'an unknown member that nests 10 000 deep': { body: `{"nome":"Ada","unknown":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}` },
};

test('the table of what is refused has the rows that are tried here', () => {
  expect(rows.map(({ sent }) => sent)).toEqual(Object.keys(cases));
});

test.each(rows)('$sent is answered $status $code', async ({ sent, status, code }) => {
  expect(await send(cases[sent] ?? {})).toEqual({ status, code });
});
