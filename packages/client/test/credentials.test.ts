import { expect, test } from 'vitest';
import { type ClientOptions, type Credential, createClient } from '../src/index.ts';
import { createOpenapiFetchClient } from '../src/openapi-fetch.ts';
import { createPathClient } from '../src/paths.ts';
import { isLogin, ok, problem, type Seen, scriptedService, withLogins } from './scripted-service.ts';

const REFUSED = { code: 'invalid-argument', attempts: 0 };
const fault = new RangeError('gone');
const apiKeyOf = ({ headers }: Seen): unknown => headers['x-service-apikey'];
const passwordOf = ({ body }: Seen): unknown => JSON.parse(body).Password;

/** Answers `name-1`, `name-2`, and so on. */
function rotating(name: string): () => string {
  let answers = 0;
  return () => `${name}-${++answers}`;
}

test('a function answers the API key of each call and each login, and the password of each login, to every kind of client', async () => {
  for (const get of [
    (options: ClientOptions) => createClient(options).company(1, 'l').articolo.get(1),
    (options: ClientOptions) => createPathClient(options).company(1, 'l').GET('/api/{version}/{companyId}/articolo'),
    (options: ClientOptions) => createOpenapiFetchClient(options).company(1, 'l').GET('/api/{version}/{companyId}/articolo'),
  ]) {
    await using service = await scriptedService(withLogins(ok));
    await get({ ...service.options, apiKey: async () => 'a-key', password: async () => 'a-password' });
    expect(service.seen.map(apiKeyOf)).toEqual(['a-key', 'a-key']);
    expect(service.logins().map(passwordOf)).toEqual(['a-password']);
  }
});

test('a rotated API key is sent with the next call, and a rotated password with the next login', async () => {
  await using service = await scriptedService(
    withLogins((request, seen) => (seen.length === 4 ? problem(401, 'token-invalid') : ok(request))),
  );
  const { articolo } = createClient({ ...service.options, apiKey: rotating('key'), password: rotating('password') }).company(1, 'l');
  for (let call = 0; call < 3; call += 1) await articolo.get(1);
  const keys = service.seen.map((request) => `${isLogin(request) ? 'login' : 'call'} ${apiKeyOf(request)}`);
  expect(keys).toEqual(['login key-2', 'call key-1', 'call key-3', 'call key-4', 'login key-5', 'call key-4']);
  expect(service.logins().map(passwordOf)).toEqual(['password-1', 'password-2']);
});

test('calls at the same time share a login, and each has a key of its own, which its repetitions keep', async () => {
  await using service = await scriptedService(withLogins((request, seen) => (seen.length < 4 ? { status: 503 } : ok(request))));
  const { articolo } = createClient({ ...service.options, apiKey: rotating('key'), retry: { baseMs: 0 } }).company(1, 'l');
  await Promise.all([articolo.get(1), articolo.get(2)]);
  expect(service.logins()).toHaveLength(1);
  const keysOf = (id: number): ReadonlySet<unknown> =>
    new Set(
      service
        .calls()
        .filter(({ path }) => path.endsWith(`/${id}`))
        .map(apiKeyOf),
    );
  expect([keysOf(1).size, keysOf(2).size, new Set([...keysOf(1), ...keysOf(2)]).size]).toEqual([1, 1, 2]);
});

test.for<[string, () => unknown]>([
  ['nothing', () => undefined],
  ['no text', () => 5],
  ['an empty text', async () => ''],
])('a function that answers %s ends its call, and nothing is sent', async ([, answer]) => {
  for (const name of ['apiKey', 'password']) {
    await using service = await scriptedService(withLogins(ok));
    const client = createClient({ ...service.options, [name]: answer as Credential });
    await expect(client.company(1, 'l').articolo.get(1)).rejects.toMatchObject(REFUSED);
    await expect(client.authenticate()).rejects.toMatchObject(REFUSED);
    expect(service.seen).toEqual([]);
  }
});

test('an API key that no header can hold is refused without its value', async () => {
  await using service = await scriptedService(withLogins(ok));
  const { articolo } = createClient({ ...service.options, apiKey: () => 'two\nlines' }).company(1, 'l');
  const error: unknown = await articolo.get(1).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject(REFUSED);
  expect(String(error)).not.toContain('lines');
  expect(service.seen).toEqual([]);
});

test.for<[string, () => never | Promise<never>]>([
  ['rejects', () => Promise.reject(fault)],
  [
    'throws',
    () => {
      throw fault;
    },
  ],
])('what a function %s is the cause of the error, of a write too, and the next call asks again', async ([, fails]) => {
  for (const name of ['apiKey', 'password']) {
    await using service = await scriptedService(
      withLogins((request) => ({ ...ok(request), status: request.method === 'POST' ? 201 : 200 })),
    );
    let failures = 2;
    const options = { ...service.options, [name]: () => (failures-- > 0 ? fails() : 'good') };
    const { articolo, anagrafica } = createClient(options).company(1, 'l');
    await expect(articolo.get(1)).rejects.toMatchObject({ ...REFUSED, cause: fault });
    await expect(anagrafica.create({ nome: 'Rossi' })).rejects.toMatchObject({
      ...REFUSED,
      cause: fault,
      idempotencyKey: expect.any(String),
    });
    expect(service.seen).toEqual([]);
    expect((await anagrafica.create({ nome: 'Rossi' })).status).toBe(201);
  }
});

test('a function that never answers holds its call until its deadline or its signal, and nothing is sent', async () => {
  for (const name of ['apiKey', 'password']) {
    await using service = await scriptedService(withLogins(ok));
    const client = createClient({ ...service.options, [name]: () => new Promise(() => {}), timeoutMs: 50 });
    const { articolo } = client.company(1, 'l');
    await expect(articolo.get(1)).rejects.toMatchObject({ code: 'timeout', attempts: 0 });
    await expect(client.authenticate()).rejects.toMatchObject({ code: 'timeout', attempts: 0 });
    const abort = new AbortController();
    const aborted = articolo.get(1, { timeoutMs: Number.POSITIVE_INFINITY, signal: abort.signal });
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'aborted', attempts: 0 });
    expect(service.seen).toEqual([]);
  }
});

test('what functions answered stands in no error, even if the service repeats it', async () => {
  const told = ({ path }: Seen) => problem(400, 'invalid', { detail: `You sent key-4711 and password-4711 to ${path}.` });
  await using service = await scriptedService((request, seen) => (seen.length === 1 ? withLogins(ok)(request, seen) : told(request)));
  const functions = { apiKey: () => 'key-4711', password: () => 'password-4711' };
  const { articolo } = createClient({ ...service.options, ...functions }).company(1, 'l');
  const refusedCall = await articolo.get(1).catch((error: unknown) => error);
  await using refusing = await scriptedService(told);
  const refusedLogin = await createClient({ ...refusing.options, ...functions })
    .authenticate()
    .catch((error: unknown) => error);
  for (const error of [refusedCall, refusedLogin]) {
    expect(error).toMatchObject({ code: 'validation', status: 400 });
    expect(JSON.stringify([error, String(error)])).not.toContain('4711');
  }
});

test.for([{ apiKey: 5 }, { apiKey: {} }, { password: [] }, { password: null }])(
  'what is neither a text nor a function (%j) is refused',
  (wrong) => {
    const options = { adminUrl: 'http://a', customerUrl: 'http://c', apiKey: 'k', applicationId: 'x', userName: 'u', password: 'p' };
    expect(() => createClient({ ...options, ...wrong } as unknown as ClientOptions)).toThrow(expect.objectContaining(REFUSED));
  },
);
