import { expect, onTestFinished, test } from 'vitest';
import { type Running, startRunning } from '../harness/running.ts';

const SHOP = 'https://shop.example.com';
const PATH = '/api/v3/1/articolo';
const PREFLIGHT = { 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'authorization,idempotency-key' };

async function running(allowedOrigins: readonly string[]): Promise<Running> {
  const service = await startRunning({ allowedOrigins });
  onTestFinished(service.close);
  return service;
}

test('a page of an allowed origin may call, and may read every header of every answer', async () => {
  const { call, url } = await running([SHOP, 'http://localhost:3000']);
  for (const [path, status] of [
    [PATH, 200],
    [`${PATH}/999999`, 404],
    ['/api/v3/nowhere', 404],
    ['/elsewhere', 404],
  ] as const) {
    const answer = await call('GET', path, { headers: { Origin: SHOP } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, SHOP]);
    expect([answer.headers.get('access-control-expose-headers'), answer.headers.get('vary')]).toEqual(['*', 'Origin']);
    expect(answer.headers.has('access-control-allow-credentials')).toBe(false);
  }
  const refused = await fetch(url + PATH, { headers: { Origin: SHOP } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, SHOP]);
});

test('a preflight needs no credentials, and allows the headers that it asks for', async () => {
  const { url } = await running([SHOP]);
  for (const path of [PATH, `${PATH}/1`, '/api/v3/authenticate']) {
    const { status, headers } = await fetch(url + path, { method: 'OPTIONS', headers: { Origin: SHOP, ...PREFLIGHT } });
    expect([status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-methods')]).toEqual([204, SHOP, '*']);
    expect(headers.get('access-control-allow-headers')).toBe(PREFLIGHT['Access-Control-Request-Headers']);
  }
});

test.for([
  ['another origin', [SHOP], { Origin: 'https://shop.example.com.evil.example', ...PREFLIGHT }],
  ['no origin at all', [SHOP], PREFLIGHT],
  ['any origin, where none is allowed', [], { Origin: SHOP, ...PREFLIGHT }],
] as const)('%s is answered by the contract, without a header for browsers', async ([, allowed, headers]) => {
  const { call, url } = await running(allowed);
  const preflight = await fetch(url + PATH, { method: 'OPTIONS', headers });
  expect([preflight.status, await preflight.json()]).toEqual([405, expect.objectContaining({ code: 'method-not-allowed' })]);
  const answer = await call('GET', PATH, { headers });
  for (const each of [preflight, answer]) expect([...each.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

test('the Admin API on its own port allows the same origins', async () => {
  const { service } = await startRunning({ allowedOrigins: [SHOP], separateAdmin: true }).then((started) => {
    onTestFinished(started.close);
    return started;
  });
  const answer = await service.adminApp?.inject({
    method: 'OPTIONS',
    url: '/api/v3/authenticate',
    headers: { Origin: SHOP, ...PREFLIGHT },
  });
  expect([answer?.statusCode, answer?.headers['access-control-allow-origin']]).toEqual([204, SHOP]);
});
