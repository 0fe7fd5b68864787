import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClientOptions, createClient, ForbiddenError, isClientError, ValidationError } from '../src/index.ts';
import { isLogin, problem, type Reaction, scriptedService, withLogins } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

const SECRETS = ['the-api-key', 'the-password', 'the-license-key', 'token-1'];

async function failure(reaction: Reaction, options: Partial<ClientOptions> = {}): Promise<unknown> {
  await using service = await scriptedService(withLogins(() => reaction));
  return await createClient({ ...service.options, clock: virtualClock(), ...options })
    .company(1, 'the-license-key')
    .anagrafica.create({ nome: 'Rossi' })
    .catch((error: unknown) => error);
}

test('a validation error leads to what is wrong, by JSON pointers', async () => {
  const errors = [
    { in: 'body', pointer: '/sede/cap', detail: 'must match a pattern' },
    { in: 'body', pointer: '/nome', detail: 'must not be empty' },
  ];
  const error = await failure(problem(400, 'schema-violation', { errors, instance: 'urn:uuid:1' }, { 'X-Request-Id': 'r-7' }));
  expect(error).toBeInstanceOf(ValidationError);
  expect(error).toMatchObject({ code: 'validation', pointer: '/sede/cap', errors, requestId: 'r-7', attempts: 1 });
});

test.for([
  ['api-key-invalid', 'ApiKey'],
  ['license-key-invalid', 'LicenseKey'],
  ['something-else', undefined],
] as const)('a 403 with %s names the header %s', async ([code, header]) => {
  const error = await failure(problem(403, code));
  expect(error).toBeInstanceOf(ForbiddenError);
  expect(error).toMatchObject({ code: 'forbidden', header });
});

test('errors that the service does not describe are recognised by status alone', async () => {
  expect(await failure({ status: 422 })).toMatchObject({ code: 'refused', status: 422, problem: undefined });
  expect(await failure({ status: 500 })).toMatchObject({ code: 'service-failure', attempts: 4 });
  expect(await failure({ status: 413 })).toMatchObject({ code: 'refused', status: 413 });
  expect(await failure({ status: 400, body: { errors: [null, 3], code: 7 } })).toMatchObject({ code: 'validation', pointer: undefined });
});

test('a PUT that is refused without a code was refused for its ConcurrencyToken', async () => {
  await using service = await scriptedService(
    withLogins(({ method }) => (method === 'PUT' ? { status: 422 } : { status: 200, body: { id: 1 } })),
  );
  const { anagrafica } = createClient(service.options).company(1, 'l');
  const { data } = await anagrafica.get(1);
  await expect(anagrafica.update(1, data)).rejects.toMatchObject({ code: 'stale-token' });
});

test('a list that is none is a breach of the contract', async () => {
  await using service = await scriptedService(withLogins(() => ({ status: 200, body: 'not a list' })));
  const list = createClient(service.options).company(1, 'l').articolo.list();
  await expect(list.page()).rejects.toMatchObject({ code: 'contract-breach', status: 200, pointer: '' });
});

test('an answer that is not JSON is a breach of the contract, and carries the key', async () => {
  const options: ClientOptions = {
    adminUrl: 'http://a',
    customerUrl: 'http://c',
    apiKey: 'k',
    applicationId: 'x',
    userName: 'u',
    password: 'p',
  };
  const html: ClientOptions['fetch'] = async () => new Response('<p>', { status: 201, headers: { 'X-Token': 't' } });
  const call = createClient({ ...options, fetch: html })
    .company(1, 'l')
    .anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'mine' });
  await expect(call).rejects.toMatchObject({ code: 'contract-breach', idempotencyKey: 'mine', attempts: 1 });
});

test('whatever a service repeats of what it was sent, no error tells a secret', async () => {
  const place = fc.constantFrom('detail', 'title', 'instance', 'type', 'errors');
  const property = fc.asyncProperty(
    place,
    fc.constantFrom(400, 401, 403, 404, 409, 422, 429, 500),
    fc.boolean(),
    async (name, status, atLogin) => {
      const echo = ({ headers, body }: { headers: object; body: string }) => `${JSON.stringify(headers)} ${body}`;
      await using service = await scriptedService((request, seen) => {
        if (isLogin(request) && !atLogin) return withLogins(() => 'lost')(request, seen);
        const value = name === 'errors' ? [{ in: 'header', pointer: '', detail: echo(request) }] : echo(request);
        return problem(status, 'x', { [name]: value });
      });
      const { articolo } = createClient({ ...service.options, clock: virtualClock() }).company(1, 'the-license-key');
      const error: unknown = await articolo.get(1).catch((thrown: unknown) => thrown);
      expect(isClientError(error)).toBe(true);
      const told = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
      for (const secret of SECRETS) expect(told).not.toContain(secret);
    },
  );
  await fc.assert(property, { numRuns: 80 });
});

test('the message and the console show each fault that the service lists', async () => {
  const errors = [
    { in: 'body', pointer: '/prezzo', detail: 'prezzo is odd' },
    { in: 'body', pointer: '/um', detail: 'um is missing' },
  ];
  const error = await failure(problem(400, 'schema-violation', { detail: 'It does not fit: prezzo is odd.', errors }));
  expect(error).toBeInstanceOf(ValidationError);
  const { message } = error as ValidationError;
  // What the detail says already is not said twice.
  expect([message.split('prezzo is odd').length, message.split('um is missing').length]).toEqual([2, 2]);
  expect(inspect(error)).toContain('/um');
  expect(inspect({ cause: error })).not.toContain('[Object]');
});

test('what came in the place of a problem document can be read, without secrets', async () => {
  const headers = { 'Content-Type': 'text/html', 'Set-Cookie': 'a=b', 'X-Proxy': 'edge 7' };
  expect(await failure({ status: 502, headers, text: `<p>${'x'.repeat(5000)}` })).toMatchObject({
    code: 'service-failure',
    problem: undefined,
    answer: { status: 502, headers: { 'set-cookie': '[secret]', 'x-proxy': 'edge 7' }, body: `<p>${'x'.repeat(2045)}` },
  });
  const json = { 'Content-Type': 'application/json' };
  expect(await failure({ status: 400, headers: json, body: { error: 'odd', Password: 'p' } })).toMatchObject({
    answer: { body: '{"error":"odd","Password":"[secret]"}' },
  });
  expect(await failure(problem(404, 'not-found'))).toMatchObject({ answer: undefined });
  expect(await failure({ status: 200, headers: { 'Content-Type': 'text/html' }, text: '<html>' })).toMatchObject({
    code: 'contract-breach',
    answer: { status: 200, body: '<html>' },
  });
});

test('a refusal has the headers of its answer, without secrets, in every kind of error and in no print', async () => {
  const headers = { 'CF-Ray': '7d1', 'X-Token': 't', 'X-Echo': 'the-api-key' };
  for (const refused of [problem(404, 'not-found', {}, headers), { status: 418, headers, text: 'tea' }]) {
    const error = await failure(refused);
    expect(error).toMatchObject({ headers: { 'cf-ray': '7d1', 'x-token': '[secret]', 'x-echo': '[secret]' } });
    expect(Object.keys(Object(error))).not.toContain('headers');
  }
  // Who waits for a login has an error of his own.
  await using service = await scriptedService(() => problem(401, 'authentication-failed', {}, headers));
  const { anagrafica } = createClient(service.options).company(1, 'l');
  await expect(anagrafica.create({ nome: 'Rossi' })).rejects.toMatchObject({ headers: { 'cf-ray': '7d1' } });
});

test('a connection that is refused keeps its cause, and the message says where it was tried and how often', async () => {
  await using service = await scriptedService(withLogins(() => 'lost'));
  const error: unknown = await createClient({ ...service.options, clock: virtualClock() })
    .company(1, 'l')
    .articolo.get(1)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'transport', attempts: 4, cause: { cause: { code: 'UND_ERR_SOCKET' } } });
  expect((error as Error).message).toContain(new URL(service.options.customerUrl).host);
  expect((error as Error).message).toContain('4');
});

test('where the login is lost, each call that waited for it has the cause itself, a write with its key too', async () => {
  await using service = await scriptedService(() => 'lost');
  const { articolo, anagrafica } = createClient({ ...service.options, clock: virtualClock() }).company(1, 'l');
  const calls = [articolo.get(1), anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'mine' })];
  const errors = await Promise.all(calls.map((call) => call.catch((thrown: unknown) => thrown)));
  for (const error of errors) expect(error).toMatchObject({ code: 'transport', cause: { cause: { code: 'UND_ERR_SOCKET' } } });
  expect(errors[1]).toMatchObject({ idempotencyKey: 'mine' });
});

test('credentials that are words are told in no value of their own, and are left in sentences and names', async () => {
  const detail = 'The user name or the password is wrong';
  const words = { apiKey: 'key', password: 'wrong' };
  const errors = [{ in: 'body', pointer: '/key', detail: 'a key' }];
  const type = 'urn:business-cloud:problem:key';
  const error = await failure(problem(403, 'wrong', { type, detail, title: 'wrong', errors, Password: 'x' }), words);
  expect(error).toMatchObject({ problem: { code: 'wrong', type, detail, title: '[secret]', errors, Password: '[secret]' } });
  expect((error as Error).message).toContain(detail);
});

test('a creation without its Location is a breach of the contract', async () => {
  const created = { status: 201, headers: { Location: '' }, body: { id: 1, nome: 'Rossi', concurrencyToken: 0 } };
  expect(await failure(created)).toMatchObject({ code: 'contract-breach', status: 201 });
});

const cycle: Record<string, unknown> = { nome: 'Rossi' };
cycle.self = cycle;

test.for([
  ['a BigInt', { nome: 5n }],
  ['a cycle', cycle],
] as const)('a body that JSON cannot hold (%s) is refused, and nothing sent', async ([, body]) => {
  await using service = await scriptedService(withLogins(() => ({ status: 200 })));
  const create: unknown = createClient(service.options).company(1, 'l').anagrafica.create;
  await expect((create as (body: object) => Promise<unknown>)(body)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(service.seen).toEqual([]);
});

test('a transport that tells secrets is not repeated', async () => {
  await using service = await scriptedService(withLogins(() => ({ status: 200 })));
  const leaky: ClientOptions['fetch'] = (url, init) => {
    if (url.endsWith('/authenticate')) return fetch(url, init);
    throw new TypeError(`cannot send ${JSON.stringify(init.headers)}`);
  };
  const { articolo } = createClient({ ...service.options, fetch: leaky, clock: virtualClock() }).company(1, 'the-license-key');
  const error: unknown = await articolo.get(1).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'transport', attempts: 4 });
  for (const secret of SECRETS) expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
});

test.for(['../3', '', 'a/b', '%2e%2e'])('an identifier that could lead to another path (%j) is refused, and nothing sent', async (guid) => {
  await using service = await scriptedService(withLogins(() => ({ status: 200, body: {} })));
  const client = createClient({ ...service.options, licenseKey: 'l' });
  await expect(client.evento.get(guid)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(service.seen).toEqual([]);
});
