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
