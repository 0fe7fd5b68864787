import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { change, createClient } from '../src/index.ts';
import { createPathClient } from '../src/paths.ts';
import { type Answer, ok, problem, type Reaction, scriptedService, withLogins } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

const CREATED = { status: 201, body: { id: 1, nome: 'Rossi', concurrencyToken: 0 } };
const REFUSED = problem(401, 'token-invalid', {}, { 'WWW-Authenticate': 'Bearer' });

test('CLI-01: authenticates with both headers, the content type and the credentials, and without license key, key and token', async () => {
  await using service = await scriptedService(withLogins(ok));
  await createClient(service.options).company(7, 'license-7').articolo.list().page();
  expect(service.logins()).toMatchObject([
    {
      method: 'POST',
      path: '/admin/api/v3/authenticate',
      headers: { 'x-service-apikey': 'the-api-key', 'x-service-applicationid': 'tests', 'content-type': 'application/json' },
    },
  ]);
  expect(JSON.parse(service.logins()[0]?.body ?? '')).toEqual({ UserName: 'maria', Password: 'the-password' });
  for (const name of ['x-service-licensekey', 'idempotency-key', 'authorization'])
    expect(service.logins()[0]?.headers).not.toHaveProperty(name);
});

test('CLI-02, CLI-03: every later request carries the token, the three headers and the license key of its company', async () => {
  await using service = await scriptedService(withLogins(ok));
  const client = createClient(service.options);
  await client.company(7, 'license-7').articolo.list({ limit: 2 }).page();
  await client.company(8, 'license-8').articolo.get(5);
  await client.azienda.list().page();
  expect(service.calls()).toMatchObject([
    { path: '/customer/api/v3/7/articolo?limit=2', headers: { authorization: 'Bearer token-1', 'x-service-licensekey': 'license-7' } },
    { path: '/customer/api/v3/8/articolo/5', headers: { 'x-service-apikey': 'the-api-key', 'x-service-licensekey': 'license-8' } },
    { path: '/customer/api/v3/config/Azienda', headers: { 'x-service-applicationid': 'tests', 'x-service-licensekey': 'license-7' } },
  ]);
  expect(service.logins()).toHaveLength(1);
});

test('CLI-03: the configuration takes the license key that the options give, and says so when there is none', async () => {
  await using service = await scriptedService(withLogins(ok));
  const client = createClient({ ...service.options, licenseKey: 'any' });
  client.company(7, 'license-7');
  await client.webhook.delete(3);
  expect(service.calls()).toMatchObject([{ method: 'DELETE', headers: { 'x-service-licensekey': 'any' } }]);
  await expect(createClient(service.options).azienda.list().page()).rejects.toMatchObject({ code: 'invalid-argument', attempts: 0 });
});

test('the product word stands in every header name (D-13)', async () => {
  await using service = await scriptedService(withLogins(ok));
  await createClient({ ...service.options, headerWord: 'Acme' })
    .company(7, 'license-7')
    .articolo.list()
    .page();
  const names = { 'x-acme-apikey': 'the-api-key', 'x-acme-applicationid': 'tests', 'x-acme-licensekey': 'license-7' };
  expect(service.calls()[0]?.headers).toMatchObject(names);
});

test('CLI-04: an expired token is renewed, and the request repeated with the same key and the same bytes', async () => {
  const script = withLogins(({ headers }) => (headers.authorization === 'Bearer token-1' ? REFUSED : CREATED));
  await using service = await scriptedService(script);
  const result = await createClient(service.options).company(1, 'l').anagrafica.create({ nome: 'Rossi è qui' });
  const [first, second] = service.calls();
  expect(second).toEqual({ ...first, headers: { ...first?.headers, authorization: 'Bearer token-2' } });
  expect(result).toMatchObject({ status: 201, attempts: 2, idempotencyKey: first?.headers['idempotency-key'] });
});

test.for([
  [401, 'authentication-failed'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [302, 'contract-breach'],
] as const)('CLI-05: a login that is answered %i ends the call with %s after one login', async ([status, code]) => {
  await using service = await scriptedService(() => ({ status, headers: { Location: '/elsewhere' } }));
  await expect(createClient(service.options).company(1, 'l').articolo.get(1)).rejects.toMatchObject({ code, status });
  expect({ logins: service.logins().length, calls: service.calls().length }).toEqual({ logins: 1, calls: 0 });
});

test('a login without a token in X-Token ends the call with an error', async () => {
  await using service = await scriptedService(() => ({ status: 200 }));
  await expect(createClient(service.options).authenticate()).rejects.toMatchObject({ code: 'contract-breach', status: 200 });
});

test.for<Reaction>(['lost', problem(503, 'unavailable'), problem(429, 'too-many-attempts', {}, { 'Retry-After': '7' })])(
  'CLI-11: a login that does not come through is tried again (%j), as Retry-After says',
  async (reaction) => {
    const clock = virtualClock();
    await using service = await scriptedService((request, seen) => (seen.length === 1 ? reaction : withLogins(ok)(request, seen)));
    await createClient({ ...service.options, clock }).authenticate();
    expect(service.logins()).toHaveLength(2);
    if (typeof reaction === 'object' && reaction.status === 429) expect(clock.waits).toEqual([7000]);
  },
);

const CONFLICTS: readonly (readonly [string, Answer])[] = [
  ['its own problem', problem(409, 'idempotency-in-progress')],
  ['no body', { status: 409 }],
  ['a body of another kind', { status: 409, body: { error: 'busy' } }],
  ['JSON that is no object', { status: 409, headers: { 'Content-Type': 'application/problem+json' }, body: ['busy'] }],
];

test.for(CONFLICTS)('CLI-06: a 409 with %s is waited for, at least 50 ms, and repeated as it was', async ([, conflict]) => {
  const clock = virtualClock();
  const script = withLogins((_, seen) => (seen.length < 4 ? conflict : CREATED));
  await using service = await scriptedService(script);
  const result = await createClient({ ...service.options, clock, random: () => 0 })
    .company(1, 'l')
    .anagrafica.create({ nome: 'Rossi' });
  expect(result).toMatchObject({ status: 201, attempts: 3 });
  expect(clock.waits).toEqual([50, 50]);
  expect(new Set(service.calls().map((call) => JSON.stringify(call))).size).toBe(1);
});

test('CLI-06: a 409 with the code of another problem is not repeated, nor is one to a request without a key', async () => {
  await using service = await scriptedService(withLogins(() => problem(409, 'something-else')));
  const { anagrafica } = createClient(service.options).company(1, 'l');
  await expect(anagrafica.create({ nome: 'Rossi' })).rejects.toMatchObject({
    code: 'conflict',
    attempts: 1,
    problem: { code: 'something-else' },
  });
  await using bare = await scriptedService(withLogins(() => ({ status: 409 })));
  await expect(createClient(bare.options).company(1, 'l').anagrafica.delete(1)).rejects.toMatchObject({ code: 'conflict', attempts: 1 });
});

test.for([
  [403, 'license-key-invalid', 'forbidden'],
  [403, 'api-key-invalid', 'forbidden'],
  [422, 'idempotency-mismatch', 'idempotency-mismatch'],
  [422, 'concurrency-conflict', 'stale-token'],
  [422, 'numero-taken', 'refused'],
  [400, 'schema-violation', 'validation'],
  [404, 'not-found', 'not-found'],
  [404, 'route-not-found', 'refused'],
  [501, 'not-implemented', 'service-failure'],
] as const)('CLI-08: %i %s is sent once and thrown as %s', async ([status, code, expected]) => {
  await using service = await scriptedService(withLogins(() => problem(status, code)));
  const { anagrafica } = createClient(service.options).company(1, 'l');
  await expect(anagrafica.create({ nome: 'Rossi' })).rejects.toMatchObject({ code: expected, status, attempts: 1, problem: { code } });
  expect(service.calls()).toHaveLength(1);
});

test('CLI-09: each POST and PUT has a key of its own; CLI-11: GET and DELETE have none', async () => {
  await using service = await scriptedService(withLogins(ok));
  const { anagrafica } = createClient(service.options).company(1, 'l');
  const { data: read } = await anagrafica.get(3);
  await anagrafica.create({ nome: 'Rossi' });
  await anagrafica.create({ nome: 'Rossi' });
  await anagrafica.update(3, read);
  await anagrafica.delete(3);
  const keys = service.calls().map(({ headers }) => headers['idempotency-key']);
  expect([keys[0], keys[4]]).toEqual([undefined, undefined]);
  expect(new Set(keys.slice(1, 4)).size).toBe(3);
  for (const key of keys.slice(1, 4)) expect(key).toMatch(/^[0-9a-f-]{36}$/);
});

test("CLI-09: the caller's key is sent as it is", async () => {
  await using service = await scriptedService(withLogins(() => CREATED));
  const { anagrafica } = createClient(service.options).company(1, 'l');
  expect(await anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'mine' })).toMatchObject({ idempotencyKey: 'mine' });
  expect(service.calls()[0]?.headers['idempotency-key']).toBe('mine');
});

test.for([0, 1, 2 ** 53 - 1])('CLI-10: the ConcurrencyToken %i comes back as it was read', async (token) => {
  const stored = { aziendaId: null, url: 'https://example.com', events: ['articolo.Create'], id: 9, concurrencyToken: token };
  await using service = await scriptedService(withLogins(() => ({ status: 200, body: stored })));
  const client = createClient({ ...service.options, licenseKey: 'l' });
  await change(client.webhook, 9, ({ url, events, aziendaId, concurrencyToken }) => ({
    ...{ Url: url, Events: events, AziendaId: aziendaId, Description: 'new', ConcurrencyToken: concurrencyToken },
  }));
  expect(service.calls()[1]?.body).toContain(`"ConcurrencyToken":${token}`);
});

test('CLI-11: ten staggered 401s for one token cause one login', async () => {
  const held: (() => void)[] = [];
  const script = withLogins((request) => {
    if (request.headers.authorization !== 'Bearer token-1') return ok(request);
    if (held.length === 0 && service.calls().length === 1) return ok(request);
    return new Promise<Reaction>((resolve) => held.push(() => resolve(REFUSED)));
  });
  await using service = await scriptedService(script);
  const { articolo } = createClient(service.options).company(1, 'l');
  await articolo.list().page();
  const calls = Array.from({ length: 10 }, () => articolo.get(5));
  await expect.poll(() => held.length).toBe(10);
  // Each of them gets its 401 only after the one before has been repeated and answered.
  for (const [index, release] of held.entries()) {
    release();
    await calls[index];
  }
  expect((await Promise.all(calls)).map(({ status, attempts }) => [status, attempts])).toEqual(Array.from({ length: 10 }, () => [200, 2]));
  expect(service.logins()).toHaveLength(2);
});

test('CLI-11: whatever the order in which 401s for one token arrive, they cause one login', async () => {
  const property = fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 2 }), fc.nat(), async (order, together) => {
    const held = new Map<string, () => void>();
    const script = withLogins((request) => {
      if (request.headers.authorization !== 'Bearer token-1') return ok(request);
      return new Promise<Reaction>((resolve) => held.set(request.path, () => resolve(REFUSED)));
    });
    await using service = await scriptedService(script);
    const { articolo } = createClient(service.options).company(1, 'l');
    const calls = order.map((id) => articolo.get(id));
    await expect.poll(() => held.size, { interval: 1 }).toBe(order.length);
    for (const [index, id] of order.entries()) {
      held.get(`/customer/api/v3/1/articolo/${id}`)?.();
      if (index >= together % order.length) await calls[index];
    }
    await Promise.all(calls);
    expect(service.logins()).toHaveLength(2);
  });
  await fc.assert(property, { numRuns: 25 });
});

test('CLI-11: concurrent first calls share one login', async () => {
  await using service = await scriptedService(withLogins(ok));
  const { articolo } = createClient(service.options).company(1, 'l');
  await Promise.all(Array.from({ length: 10 }, () => articolo.list().page()));
  expect({ logins: service.logins().length, calls: service.calls().length }).toEqual({ logins: 1, calls: 10 });
});

test.for([
  ['seconds', '3', 3000],
  ['a date', 'Fri, 20 Nov 2026 10:00:05 GMT', 5000],
  ['a date that is over', 'Fri, 20 Nov 2026 09:00:00 GMT', 50],
  ['nonsense', 'soon', 50],
] as const)('CLI-11: Retry-After as %s is honoured', async ([, value, waitMs]) => {
  const clock = virtualClock();
  const headers = { 'Retry-After': value, Date: 'Fri, 20 Nov 2026 10:00:00 GMT' };
  await using service = await scriptedService(withLogins((_, seen) => (seen.length === 2 ? { status: 409, headers } : CREATED)));
  await createClient({ ...service.options, clock, random: () => 0 })
    .company(1, 'l')
    .anagrafica.create({ nome: 'Rossi' });
  expect(clock.waits).toEqual([waitMs]);
});

test('CLI-11: a Retry-After beyond the deadline ends the call at once, with its value', async () => {
  const clock = virtualClock();
  await using service = await scriptedService(withLogins(() => problem(409, 'idempotency-in-progress', {}, { 'Retry-After': '60' })));
  const call = createClient({ ...service.options, clock })
    .company(1, 'l')
    .anagrafica.create({ nome: 'Rossi' }, { timeoutMs: 5000 });
  await expect(call).rejects.toMatchObject({ code: 'conflict', retryAfterMs: 60_000, attempts: 1 });
  expect(clock.now()).toBe(0);
});

test('a redirect is not followed: the keys in the headers go nowhere else', async () => {
  await using elsewhere = await scriptedService(ok);
  const headers = { Location: `${elsewhere.options.adminUrl}/x` };
  await using service = await scriptedService(withLogins(() => ({ status: 307, headers })));
  await expect(createClient(service.options).company(1, 'l').articolo.get(1)).rejects.toMatchObject({
    code: 'contract-breach',
    attempts: 1,
  });
  expect(elsewhere.seen).toEqual([]);
});

test('a deletion whose answer was lost, and whose object is gone then, has succeeded', async () => {
  await using service = await scriptedService(withLogins((_, seen) => (seen.length === 2 ? 'lost' : problem(404, 'not-found'))));
  const { articolo } = createClient({ ...service.options, clock: virtualClock() }).company(1, 'l');
  expect(await articolo.delete(1)).toMatchObject({ status: 204, attempts: 2 });
  await expect(articolo.delete(1)).rejects.toMatchObject({ code: 'not-found' });
});

test('calls by path go through the same pipeline, and refusals are answered', async () => {
  await using service = await scriptedService(withLogins((_, seen) => (seen.length < 4 ? { status: 409 } : problem(422, 'numero-taken'))));
  const company = createPathClient({ ...service.options, clock: virtualClock() }).company(1, 'l');
  const { error, response } = await company.POST('/api/{version}/{companyId}/Anagrafica', { body: { nome: 'Rossi' } });
  expect({ status: response.status, error, calls: service.calls().length }).toMatchObject({
    status: 422,
    error: { code: 'numero-taken' },
    calls: 3,
  });
  expect(service.calls()[0]).toMatchObject({ path: '/customer/api/v3/1/Anagrafica', body: '{"nome":"Rossi"}' });
});

test('many calls that fail together do not multiply: repetitions come out of one budget', async () => {
  await using service = await scriptedService(withLogins(() => problem(503, 'unavailable')));
  const { articolo } = createClient({ ...service.options, clock: virtualClock(), retry: { budget: 5 } }).company(1, 'l');
  await Promise.allSettled(Array.from({ length: 20 }, () => articolo.get(1)));
  expect(service.calls()).toHaveLength(25);
});
