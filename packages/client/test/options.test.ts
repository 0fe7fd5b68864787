import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ClientOptions, change, createClient } from '../src/index.ts';
import { createOpenapiFetchClient } from '../src/openapi-fetch.ts';
import { createPathClient } from '../src/paths.ts';
import { createTestClient, type TestHandlers } from '../src/testing.ts';
import { ok, problem, scriptedService, withLogins } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

const GOOD = { adminUrl: 'http://a', customerUrl: 'http://c', apiKey: 'k', applicationId: 'x', userName: 'u', password: 'p' };
const REFUSED = expect.objectContaining({ code: 'invalid-argument', attempts: 0 });

/** A value as a program in JavaScript hands it over, whatever the types say. */
const fromJavaScript = <T>(value: unknown): T => value as T;

test.for([
  [{ apiKey: 'two\nlines' }],
  [{ apiKey: '' }],
  [{ apiKey: undefined }],
  [{ adminUrl: 'not an address' }],
  [{ adminUrl: 'https://user:pass@host' }],
  [{ customerUrl: 'ftp://host' }],
  [{ password: undefined }],
  [{ headerWord: 'a b' }],
  [{ timeoutMs: 0 }],
  [{ timeoutMs: -1 }],
  [{ timeoutMs: Number.NaN }],
  [{ timeoutMs: '5' }],
  [{ timeoutms: 5 }],
  [{ retry: 3 }],
  [{ retry: { maxAttempts: Number.NaN } }],
  [{ retry: { maxAttempts: 0 } }],
  [{ retry: { maxAttempts: 1.5 } }],
  [{ retry: { maxAttempts: Number.POSITIVE_INFINITY } }],
  [{ retry: { budget: Number.NaN } }],
  [{ retry: { budget: -1 } }],
  [{ retry: { baseMs: Number.NaN } }],
  [{ retry: { capMs: Number.POSITIVE_INFINITY } }],
  [{ retry: { attempts: 3 } }],
  [{ onEvent: 'x' }],
  [{ fetch: {} }],
  [{ random: 0.5 }],
  [{ validate: 5 }],
  [{ clock: { now: () => 0 } }],
  [{ tokenStorage: {} }],
  [{ licenseKey: 'Müller' }],
  [{ toString: 1 }],
])('options that cannot be used (%j) are refused at once, by every kind of client, without their value', ([options]) => {
  for (const create of [createClient, createPathClient, createOpenapiFetchClient]) {
    const attempt = (): unknown => create(fromJavaScript({ ...GOOD, ...options }));
    expect(attempt).toThrow(REFUSED);
    expect(attempt).not.toThrow(/lines|pass@|Müller/);
  }
});

test('an option that is undefined is not given', async () => {
  await using service = await scriptedService(withLogins(ok));
  const absent: Partial<ClientOptions> = fromJavaScript({
    ...{ headerWord: undefined, timeoutMs: undefined, tokenStorage: undefined, onEvent: undefined, fetch: undefined, clock: undefined },
    ...{ random: undefined, licenseKey: undefined, validate: undefined },
    retry: { maxAttempts: undefined, baseMs: undefined, capMs: undefined, budget: undefined },
  });
  const { articolo } = createClient({ ...service.options, ...absent }).company(1, 'l');
  expect((await articolo.get(1, { signal: undefined, timeoutMs: undefined })).status).toBe(200);
  expect(await articolo.list({ limit: undefined, after: undefined }, undefined).toArray({ max: undefined })).toEqual([]);
  expect(service.calls().map(({ path }) => path)).toEqual(['/customer/api/v3/1/articolo/1', '/customer/api/v3/1/articolo']);
});

test('a test double whose options are undefined has its own: nothing goes to the network', async () => {
  const handlers: TestHandlers = {
    getArticolo: () => ({ status: 200, body: { id: 8, descrizione: 'Vite', concurrencyToken: 0 } }),
    listArticolo: undefined,
  };
  const all = { fetch: undefined, adminUrl: undefined, customerUrl: undefined, apiKey: undefined, clock: undefined, licenseKey: undefined };
  const { articolo } = createTestClient(handlers, all).company(1, 'l');
  expect((await articolo.get(8)).data.id).toBe(8);
  await expect(articolo.list().page()).rejects.toMatchObject({ status: 501 });
});

test('a handler of a test double for what is no operation is refused', () => {
  expect(() => createTestClient(fromJavaScript({ getArticolos: () => ({ status: 200 }) }))).toThrow(REFUSED);
  expect(() => createTestClient(fromJavaScript({ constructor: 5 }))).toThrow(REFUSED);
});

test.for([
  [{ timeoutMs: Number.NaN }],
  [{ timeoutMs: 0 }],
  [{ timeoutMs: '5' }],
  [{ signal: 'x' }],
  [{ sginal: undefined, timeoutms: 5 }],
  [{ idempotencyKey: 'mine' }],
  [5],
  [null],
])('options of a call that cannot be used (%j) are refused, and nothing is sent', async ([options]) => {
  await using service = await scriptedService(withLogins(ok));
  const { articolo, paths } = createClient(service.options).company(1, 'l');
  await expect(articolo.get(1, fromJavaScript(options))).rejects.toEqual(REFUSED);
  await expect(articolo.delete(1, fromJavaScript(options))).rejects.toEqual(REFUSED);
  expect(() => articolo.list({}, fromJavaScript(options))).toThrow(REFUSED);
  await expect(change(articolo, 1, () => undefined, fromJavaScript(options))).rejects.toEqual(REFUSED);
  await expect(paths.GET('/api/{version}/{companyId}/articolo', fromJavaScript(options))).rejects.toEqual(REFUSED);
  expect(service.seen).toEqual([]);
});

test('a misspelt option is refused with the one that was meant', async () => {
  const { articolo, paths } = createTestClient({}).company(1, 'l');
  const path = '/api/{version}/{companyId}/articolo';
  await expect(articolo.get(1, fromJavaScript({ timeoutms: 5 }))).rejects.toThrow('timeoutMs');
  await expect(articolo.create({ descrizione: 'Vite' }, fromJavaScript({ idempotencykey: 'k' }))).rejects.toThrow('idempotencyKey');
  expect(() => articolo.list(fromJavaScript({ limti: 5 }))).toThrow('limit');
  await expect(articolo.list().toArray(fromJavaScript({ mx: 5 }))).rejects.toThrow('max');
  await expect(paths.GET(path, fromJavaScript({ prams: {} }))).rejects.toThrow('params');
  await expect(paths.GET(path, fromJavaScript({ params: { qurey: {} } }))).rejects.toThrow('query');
  expect(() => createClient(fromJavaScript({ ...GOOD, retry: { maxAttemps: 3 } }))).toThrow('retry.maxAttempts');
});

test('a key that cannot be sent is refused, and nothing is sent', async () => {
  await using service = await scriptedService(withLogins(ok));
  const { articolo, paths } = createClient(service.options).company(1, 'l');
  for (const key of ['', 'è', 'two\nlines', 5, {}]) {
    const idempotencyKey = fromJavaScript<string>(key);
    await expect(articolo.create({ descrizione: 'Vite' }, { idempotencyKey })).rejects.toEqual(REFUSED);
    const init = { params: { header: { 'Idempotency-Key': idempotencyKey } }, body: { descrizione: 'Vite' } };
    await expect(paths.POST('/api/{version}/{companyId}/articolo', init)).rejects.toEqual(REFUSED);
  }
  expect(service.seen).toEqual([]);
});

const NO_IDENTIFIER = [Number.NaN, 1.5, -1, Number.POSITIVE_INFINITY, 2 ** 53, 'a/b', '-1', '', '..', null, undefined, {}, [8], true];

test.for(NO_IDENTIFIER)('an identifier that is none (%j) is refused, and nothing is sent', async (given) => {
  await using service = await scriptedService(withLogins(ok));
  const client = createClient(service.options);
  const { articolo, paths } = client.company(1, 'l');
  const id = fromJavaScript<number>(given);
  await expect(articolo.get(id)).rejects.toEqual(REFUSED);
  await expect(client.evento.get(fromJavaScript(given))).rejects.toEqual(REFUSED);
  const init = { params: { path: { articoloId: id } } };
  await expect(paths.GET('/api/{version}/{companyId}/articolo/{articoloId}', init)).rejects.toEqual(REFUSED);
  for (const create of [createClient, createPathClient, createOpenapiFetchClient]) {
    expect(() => create(service.options).company(id, 'l')).toThrow(REFUSED);
  }
  if (given !== undefined) expect(() => articolo.list({ after: id })).toThrow(REFUSED);
  expect(service.seen).toEqual([]);
});

test.for(['config', undefined, null])('a company that is none (%j), and one without a license key, are refused', (given) => {
  const client = createClient(GOOD);
  expect(() => client.company(fromJavaScript(given), 'l')).toThrow(REFUSED);
  expect(() => client.company(1, fromJavaScript(given === 'config' ? 'two\nlines' : given))).toThrow(REFUSED);
});

test.for([Number.NaN, -1, 1.5, '5', null])('a number of entries or tries that is none (%j) is refused', async (number) => {
  await using service = await scriptedService(withLogins(ok));
  const { articolo, paths } = createClient(service.options).company(1, 'l');
  const most = fromJavaScript<number>(number);
  await expect(articolo.list().toArray({ max: most })).rejects.toEqual(REFUSED);
  await expect(change(articolo, 1, (current) => current, { maxTries: most })).rejects.toEqual(REFUSED);
  expect(() => articolo.list({ limit: most })).toThrow(REFUSED);
  if (typeof number === 'number') {
    const init = { params: { query: { limit: most } } };
    await expect(paths.GET('/api/{version}/{companyId}/articolo', init)).rejects.toEqual(REFUSED);
  }
  expect(service.seen).toEqual([]);
});

test('whatever number stands for a numeric option, the client starts only with one that it can keep', () => {
  const property = fc.property(fc.constantFrom('maxAttempts', 'budget'), fc.double(), (name, value) => {
    const attempt = (): unknown => createClient({ ...GOOD, retry: { [name]: value } });
    const fits = Number.isSafeInteger(value) && value >= 0 && (name === 'budget' || (value >= 1 && value <= 100));
    if (fits) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(REFUSED);
  });
  fc.assert(property);
});

test('a wait that is longer than a timer can hold is waited for: the request is not sent again meanwhile', async () => {
  await using service = await scriptedService(
    withLogins(() => problem(409, 'idempotency-in-progress', {}, { 'Retry-After': String(30 * 86_400) })),
  );
  const waits: number[] = [];
  const onEvent: ClientOptions['onEvent'] = (event) => event.type === 'wait' && waits.push(event.waitMs);
  const abort = new AbortController();
  const { anagrafica } = createClient({ ...service.options, onEvent, timeoutMs: Number.POSITIVE_INFINITY }).company(1, 'l');
  const ended = anagrafica.create({ nome: 'Rossi' }, { signal: abort.signal }).catch((error: unknown) => error);
  await expect.poll(() => waits.length, { interval: 1 }).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect({ waits, calls: service.calls().length }).toEqual({ waits: [30 * 86_400_000], calls: 1 });
  abort.abort();
  expect(await ended).toMatchObject({ code: 'aborted', attempts: 1 });
});

test('a deadline that is longer than a timer can hold passes when its time has come, and not before', async () => {
  const deaf: ClientOptions['fetch'] = () => new Promise(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const days = 86_400_000;
  const outcome: unknown[] = [];
  const client = createClient({ ...GOOD, fetch: deaf, timeoutMs: 40 * days });
  void client.authenticate().catch((error: unknown) => outcome.push(error));
  await vi.advanceTimersByTimeAsync(39 * days);
  expect(outcome).toEqual([]);
  await vi.advanceTimersByTimeAsync(days);
  expect(outcome).toMatchObject([{ code: 'timeout' }]);
});

test('a Retry-After without end ends the call at once', async () => {
  const clock = virtualClock();
  await using service = await scriptedService(withLogins(() => ({ status: 409, headers: { 'Retry-After': '9'.repeat(400) } })));
  const { anagrafica } = createClient({ ...service.options, clock, timeoutMs: Number.POSITIVE_INFINITY }).company(1, 'l');
  await expect(anagrafica.create({ nome: 'Rossi' })).rejects.toMatchObject({ code: 'conflict', attempts: 1 });
});
