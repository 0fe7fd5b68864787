import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { scriptedService, withLogins } from './scripted-service.ts';

const OK = { status: 200, body: [] };
const REFUSED = { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: { code: 'token-invalid' } };
const LIST = '/api/{version}/{companyId}/articolo';
const CREATE = '/api/{version}/{companyId}/Anagrafica';

test('CLI-01: authenticates with both headers, the content type and the credentials, and without a license key', async () => {
  await using service = await scriptedService(withLogins(() => OK));
  await createClient(service.options).company(7, 'license-7').GET(LIST);
  expect(service.logins()).toMatchObject([
    {
      method: 'POST',
      path: '/admin/api/v3/authenticate',
      headers: { 'x-service-apikey': 'api-key', 'x-service-applicationid': 'tests', 'content-type': 'application/json' },
    },
  ]);
  expect(JSON.parse(service.logins()[0]?.body ?? '')).toEqual({ UserName: 'maria', Password: 'secret' });
  expect(service.logins()[0]?.headers).not.toHaveProperty('x-service-licensekey');
});

test('CLI-02, CLI-03: every later request carries the token, the three headers and the license key of its company', async () => {
  await using service = await scriptedService(withLogins(() => OK));
  const client = createClient(service.options);
  await client.company(7, 'license-7').GET(LIST, { params: { query: { limit: 2 } } });
  await client.company(8, 'license-8').GET('/api/{version}/{companyId}/articolo/{articoloId}', { params: { path: { articoloId: 5 } } });
  await client.company(8, 'license-8').GET('/api/{version}/config/Azienda');
  expect(service.calls()).toMatchObject([
    { path: '/customer/api/v3/7/articolo?limit=2', headers: { authorization: 'Bearer token-1', 'x-service-licensekey': 'license-7' } },
    { path: '/customer/api/v3/8/articolo/5', headers: { 'x-service-apikey': 'api-key', 'x-service-licensekey': 'license-8' } },
    { path: '/customer/api/v3/config/Azienda', headers: { 'x-service-applicationid': 'tests', 'x-service-licensekey': 'license-8' } },
  ]);
  expect(service.logins()).toHaveLength(1);
});

test('the product word stands in every header name (D-13)', async () => {
  await using service = await scriptedService(withLogins(() => OK));
  await createClient({ ...service.options, headerWord: 'Acme' })
    .company(7, 'license-7')
    .GET(LIST);
  expect(service.calls()[0]?.headers).toMatchObject({
    'x-acme-apikey': 'api-key',
    'x-acme-applicationid': 'tests',
    'x-acme-licensekey': 'license-7',
  });
});

test('CLI-04: an expired token is renewed, and the request repeated with the same key and the same bytes', async () => {
  await using service = await scriptedService(
    withLogins(({ headers }) => (headers.authorization === 'Bearer token-1' ? REFUSED : { status: 201, body: {} })),
  );
  const { response } = await createClient(service.options)
    .company(1, 'l')
    .POST(CREATE, { body: { nome: 'Rossi è qui' } });
  const [first, second] = service.calls();
  expect(response.status).toBe(201);
  expect(second).toEqual({ ...first, headers: { ...first?.headers, authorization: 'Bearer token-2' } });
  expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
});

test('CLI-05: when the new token gets 401 too, the call ends with an error after two logins', async () => {
  await using service = await scriptedService(withLogins(() => REFUSED));
  const call = createClient(service.options)
    .company(1, 'l')
    .POST(CREATE, { body: { nome: 'Rossi' }, params: { header: { 'Idempotency-Key': 'mine' } } });
  await expect(call).rejects.toMatchObject({ code: 'token-refused', status: 401, idempotencyKey: 'mine' });
  expect({ logins: service.logins().length, calls: service.calls().length }).toEqual({ logins: 2, calls: 2 });
});

test.for([401, 403, 500])('CLI-05: a login that is answered %i ends the call with an error, and tells no secret', async (status) => {
  await using service = await scriptedService(() => ({ status, body: { code: 'some-problem' } }));
  const error: unknown = await createClient(service.options)
    .company(1, 'l')
    .GET(LIST)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'authentication-failed', status });
  expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/secret|api-key/);
  expect({ logins: service.logins().length, calls: service.calls().length }).toEqual({ logins: 1, calls: 0 });
});

test('a login without a token in X-Token ends the call with an error', async () => {
  await using service = await scriptedService(() => ({ status: 200 }));
  await expect(createClient(service.options).company(1, 'l').GET(LIST)).rejects.toMatchObject({
    code: 'authentication-failed',
    status: 200,
  });
});

test('a login that failed is tried again by the next call', async () => {
  let refuse = true;
  await using service = await scriptedService((request, seen) => (refuse ? { status: 500 } : withLogins(() => OK)(request, seen)));
  const company = createClient(service.options).company(1, 'l');
  await expect(company.GET(LIST)).rejects.toMatchObject({ code: 'authentication-failed' });
  refuse = false;
  expect((await company.GET(LIST)).response.status).toBe(200);
});

test.for([403, 409, 422])('CLI-08: %i is answered as it is, and not repeated', async (status) => {
  await using service = await scriptedService(
    withLogins(() => ({ status, headers: { 'Content-Type': 'application/problem+json' }, body: { code: 'x' } })),
  );
  const { error, response } = await createClient(service.options)
    .company(1, 'l')
    .POST(CREATE, { body: { nome: 'Rossi' } });
  expect({ status: response.status, error, calls: service.calls().length }).toMatchObject({ status, error: { code: 'x' }, calls: 1 });
});

test('CLI-09: each POST and PUT has a key of its own; CLI-11: GET and DELETE have none', async () => {
  await using service = await scriptedService(withLogins(() => OK));
  const company = createClient(service.options).company(1, 'l');
  const path = { anagraficaId: 3 };
  await company.POST(CREATE, { body: { nome: 'Rossi' } });
  await company.POST(CREATE, { body: { nome: 'Rossi' } });
  await company.PUT('/api/{version}/{companyId}/Anagrafica/{anagraficaId}', {
    params: { path },
    body: { nome: 'Rossi', concurrencyToken: 0 },
  });
  await company.GET(LIST);
  await company.DELETE('/api/{version}/{companyId}/Anagrafica/{anagraficaId}', { params: { path } });
  const keys = service.calls().map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys.slice(0, 3)).size).toBe(3);
  expect(keys.slice(3)).toEqual([undefined, undefined]);
});

test('CLI-09: the key of the caller is sent as it is', async () => {
  await using service = await scriptedService(withLogins(() => OK));
  await createClient(service.options)
    .company(1, 'l')
    .POST(CREATE, { body: { nome: 'Rossi' }, params: { header: { 'Idempotency-Key': 'mine' } } });
  expect(service.calls()[0]?.headers['idempotency-key']).toBe('mine');
});

test('CLI-11: concurrent first calls share one login', async () => {
  await using service = await scriptedService(withLogins(() => OK));
  const company = createClient(service.options).company(1, 'l');
  await Promise.all(Array.from({ length: 10 }, () => company.GET(LIST)));
  expect({ logins: service.logins().length, calls: service.calls().length }).toEqual({ logins: 1, calls: 10 });
});

test('CLI-11: whatever the order in which 401s for one token arrive, they cause one login', async () => {
  const delays = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 10 });
  const property = fc.asyncProperty(delays, async (delaysMs) => {
    await using service = await scriptedService(
      withLogins(async ({ headers, path }) => {
        if (path.includes('warm')) return OK;
        await sleep(delaysMs[Number(new URL(path, 'http://x').searchParams.get('after'))] ?? 0);
        return headers.authorization === 'Bearer token-1' ? REFUSED : OK;
      }),
    );
    const company = createClient(service.options).company(1, 'l');
    const results = await Promise.all(delaysMs.map((_, after) => company.GET(LIST, { params: { query: { after: after + 1 } } })));
    expect(results.every(({ response }) => response.status === 200)).toBe(true);
    expect(service.logins()).toHaveLength(2);
  });
  await fc.assert(property, { numRuns: 15 });
});

test('a caller who gives up while others wait for the login leaves them alone', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using service = await scriptedService(withLogins(() => OK));
  const slow = createClient({
    ...service.options,
    async fetch(request) {
      if (request.url.endsWith('/authenticate')) await held;
      return fetch(request);
    },
  }).company(1, 'l');
  const abort = new AbortController();
  const abandoned = slow.GET(LIST, { signal: abort.signal });
  const patient = slow.GET(LIST);
  abort.abort(new Error('enough'));
  await expect(abandoned).rejects.toThrow('enough');
  release();
  expect((await patient).response.status).toBe(200);
  expect(service.logins()).toHaveLength(1);
});

test('a redirect is not followed: the keys in the headers go nowhere else', async () => {
  await using elsewhere = await scriptedService(() => OK);
  await using service = await scriptedService(
    withLogins(() => ({ status: 307, headers: { Location: `${elsewhere.options.adminUrl}/x` } })),
  );
  await expect(createClient(service.options).company(1, 'l').GET(LIST)).rejects.toThrow(TypeError);
  expect(elsewhere.seen).toEqual([]);
});
