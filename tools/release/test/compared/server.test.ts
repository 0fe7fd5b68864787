import { type ContractHandlers, contractServer, noHandlers, page, paths, serverOptions } from '@business-cloud/server';
import cors from '@fastify/cors';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ports, type State, standIn } from './stand-in.ts';

type Handlers = Partial<ContractHandlers<State>>;

/** Creates a contact. */
const createAnagrafica: Handlers['createAnagrafica'] = async ({ params, body }, { transaction }) => {
  const created = { ...body, id: transaction.contatti.length + 1, concurrencyToken: 1 };
  transaction.contatti.push(created);
  return { status: 201, headers: { Location: `/api/v3/${params.companyId}/Anagrafica/${created.id}` }, body: created };
};

/** Answers what is no contact, whatever the types say. */
const wrong = (async () => ({
  status: 200,
  body: { wrong: true },
})) as unknown as ContractHandlers<State>['getAnagrafica'];

test('requests checked, with every fault at once', async () => {
  const { company } = await standIn({ createAnagrafica });
  const call = company.anagrafica.create({ nome: '', email: 'nobody' });
  await expect(call).rejects.toMatchObject({ status: 400, errors: [{ pointer: '/nome' }, { pointer: '/email' }] });
});

test('types for handlers and answers', async () => {
  const handlers: Handlers = {
    // @ts-expect-error A contact has a concurrencyToken.
    getAnagrafica: async ({ params }) => ({ status: 200, body: { id: params.anagraficaId, nome: 'Ada' } }),
  };
  expect(handlers).toHaveProperty('getAnagrafica');
});

test('answers checked while it runs', async () => {
  vi.spyOn(console, 'error').mockReturnValueOnce();
  const { company } = await standIn({ getAnagrafica: wrong });
  await expect(company.anagrafica.get(1)).rejects.toMatchObject({ problem: { code: 'internal-error' } });
});

test('a missing handler is refused at the start', () => {
  const { getAnagrafica: _missing, ...handlers } = noHandlers<State>();
  // @ts-expect-error There is no getAnagrafica.
  expect(() => contractServer<State>({ ports, handlers })).toThrow('getAnagrafica');
});

test('a misspelt handler is refused at the start', () => {
  const handlers = { ...noHandlers<State>(), getAnagraphica: wrong };
  expect(() => contractServer<State>({ ports, handlers })).toThrow('getAnagrafica');
});

test('faults are printed', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValueOnce();
  const { company } = await standIn({ getAnagrafica: () => Promise.reject(new Error('The disk is full.')) });
  await expect(company.anagrafica.get(1)).rejects.toMatchObject({ status: 500 });
  expect(printed).toHaveBeenCalledOnce();
});

test('a limit for bodies', async () => {
  const { company } = await standIn({ createAnagrafica }, { bodyLimitBytes: 50 });
  const call = company.anagrafica.create({ nome: 'x'.repeat(50) });
  await expect(call).rejects.toMatchObject({ status: 413 });
});

test('pages of other origins', async () => {
  const app = Fastify(serverOptions());
  await app.register(cors, { origin: ['https://shop.example.com'], exposedHeaders: '*' });
  const { url } = await standIn({}, {}, app);
  const answer = await fetch(`${url}/api/v3/7/Anagrafica`, { headers: { Origin: 'https://shop.example.com' } });
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example.com');
});

test('links from page to page', async () => {
  const { company } = await standIn({
    listAnagrafica: async ({ params, query }, { transaction }) => ({
      status: 200,
      ...page(transaction.contatti, { path: paths.listAnagrafica(params), query }),
    }),
  });
  const names = (await company.anagrafica.list({ limit: 1 }).toArray({ max: 3 })).map(({ nome }) => nome);
  expect(names).toEqual(['Ada', 'Grace', 'Rosa']);
});

test('logins, API keys and license keys', async () => {
  const { client, url } = await standIn({ createAnagrafica });
  expect((await fetch(`${url}/api/v3/7/Anagrafica`)).status).toBe(401);
  const call = client.company(7, 'another-key').anagrafica.create({ nome: 'Ada' });
  await expect(call).rejects.toMatchObject({ code: 'forbidden', header: 'LicenseKey' });
});

test('idempotency keys', async () => {
  const { company } = await standIn({ createAnagrafica });
  const once = { idempotencyKey: 'order-4711' };
  const first = await company.anagrafica.create({ nome: 'Rossi' }, once);
  const again = await company.anagrafica.create({ nome: 'Rossi' }, once);
  expect([again.replayed, again.data.id]).toEqual([true, first.data.id]);
});

test('routes and hooks of your own', async () => {
  const app = Fastify(serverOptions());
  app.get('/health', async () => 'up');
  app.addHook('onSend', async (_request, reply) => void reply.header('X-Powered-By', 'a stand-in'));
  const { url } = await standIn({}, {}, app);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(`${url}/api/v3/7/Anagrafica`)).headers.get('X-Powered-By')).toBe('a stand-in');
});

test('calls without a socket, for tests', async () => {
  const app = Fastify(serverOptions());
  onTestFinished(() => app.close());
  await app.register(contractServer({ ports, handlers: noHandlers<State>() }));
  expect((await app.inject('/api/v3/7/Anagrafica')).statusCode).toBe(401);
});

test('a client of the same contract', async () => {
  const { company } = await standIn({ createAnagrafica });
  const { data } = await company.anagrafica.create({ nome: 'Rossi' });
  expect(data).toMatchObject({ nome: 'Rossi' });
});
