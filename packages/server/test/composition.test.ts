import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { type ContractOptions, contractServer, serverOptions } from '../src/index.ts';
import { loginToken, testHandlers, testPorts } from './harness.ts';

const ports = testPorts();

const contract = (options: ContractOptions = {}) => contractServer({ handlers: testHandlers(), ports, options });

function application(): FastifyInstance {
  const app = Fastify(serverOptions());
  onTestFinished(() => app.close());
  return app;
}

const authorized = async (app: FastifyInstance, prefix = '') => ({
  authorization: `Bearer ${await loginToken(app, 'ada', prefix)}`,
  'x-service-apikey': 'api-key',
  'x-service-licensekey': 'license-1',
});

const verdict = async (app: FastifyInstance, method: 'GET' | 'POST' | 'DELETE' | 'PUT' | 'OPTIONS', url: string) => {
  const { statusCode, headers, body } = await app.inject({ method, url });
  return [statusCode, headers.allow, body.startsWith('{') ? JSON.parse(body).code : body];
};

test('the APIs, registered one after the other, are one contract', async () => {
  const app = application();
  await app.register(contract({ apis: ['admin'] }));
  await app.register(contract({ apis: ['customer'] }));
  const answer = await app.inject({ url: '/api/v3/1/Anagrafica', headers: await authorized(app) });
  expect([answer.statusCode, answer.json()]).toEqual([200, []]);
  expect(await verdict(app, 'GET', '/api/v3/authenticate')).toEqual([405, 'POST', 'method-not-allowed']);
  expect(await verdict(app, 'PUT', '/api/v3/1/Anagrafica')).toEqual([405, expect.stringContaining('POST'), 'method-not-allowed']);
  expect(await verdict(app, 'GET', '/api/v3/nowhere/at/all')).toEqual([404, undefined, 'route-not-found']);
});

test.each(['/shop', '/shop/of', '/:tenant'])('under the prefix %s an unknown method is 405, and an unknown path 404', async (prefix) => {
  const app = application();
  await app.register(contract(), { prefix });
  const path = prefix.replace(':tenant', 'acme');
  expect(await verdict(app, 'GET', `${path}/api/v3/authenticate`)).toEqual([405, 'POST', 'method-not-allowed']);
  expect(await verdict(app, 'DELETE', `${path}/api/v3/1/Anagrafica`)).toEqual([405, expect.stringContaining('POST'), 'method-not-allowed']);
  expect(await verdict(app, 'GET', `${path}/api/v3/nowhere`)).toEqual([404, undefined, 'route-not-found']);
  const answer = await app.inject({ url: `${path}/api/v3/1/Anagrafica`, headers: await authorized(app, path) });
  expect([answer.statusCode, answer.json()]).toEqual([200, []]);
});

test('two prefixes serve an API each, and none knows the paths of the other', async () => {
  const app = application();
  await app.register(contract({ apis: ['admin'] }), { prefix: '/admin' });
  await app.register(contract({ apis: ['customer'] }), { prefix: '/customer' });
  expect(await verdict(app, 'GET', '/admin/api/v3/authenticate')).toEqual([405, 'POST', 'method-not-allowed']);
  expect(await verdict(app, 'GET', '/customer/api/v3/authenticate')).toEqual([404, undefined, 'route-not-found']);
  expect(await verdict(app, 'DELETE', '/customer/api/v3/1/articolo')).toEqual([405, expect.stringContaining('GET'), 'method-not-allowed']);
});

test.each(['before', 'without waiting', 'after'])(
  'a not-found handler of the application, set %s, answers outside the contract',
  async (when) => {
    const app = application();
    const own = () => app.setNotFoundHandler((_request, reply) => reply.code(404).send('mine'));
    if (when === 'before') own();
    const registered = app.register(contract());
    if (when === 'without waiting') own();
    await registered;
    if (when === 'after') own();
    expect(await verdict(app, 'GET', '/elsewhere')).toEqual([404, undefined, 'mine']);
    expect(await verdict(app, 'GET', '/api/v3/nowhere')).toEqual([404, undefined, 'route-not-found']);
    expect(await verdict(app, 'GET', '/api/v3/authenticate')).toEqual([405, 'POST', 'method-not-allowed']);
  },
);

test('without one, what is outside the contract is a problem too, and hooks of the application see it', async () => {
  const app = application();
  const seen: string[] = [];
  app.addHook('onRequest', async ({ url }) => void seen.push(url));
  await app.register(contract());
  expect(await verdict(app, 'GET', '/elsewhere')).toEqual([404, undefined, 'route-not-found']);
  expect(await verdict(app, 'POST', '/api/v9/authenticate')).toEqual([404, undefined, 'route-not-found']);
  expect(seen).toEqual(['/elsewhere', '/api/v9/authenticate']);
});

test('routes, parsers and the error handler of the application stay its own, wherever they stand', async () => {
  const app = application();
  app.setErrorHandler((error, _request, reply) => reply.code(418).send(`own: ${error instanceof Error ? error.message : ''}`));
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, String(body).split(',')));
  app.post('/before', async ({ body }) => ({ body }));
  await app.register(contract());
  app.post('/after', async ({ body }) => ({ body }));
  app.get('/api/v3/health', async () => 'well');
  app.get('/fails', async () => {
    throw new Error('no');
  });
  const post = async (url: string, type: string, payload: string) =>
    (await app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })).body;
  for (const url of ['/before', '/after']) {
    expect(await post(url, 'application/json', '{"a":1}')).toBe('{"body":{"a":1}}');
    expect(await post(url, 'text/csv', 'a,b')).toBe('{"body":["a","b"]}');
  }
  expect([await verdict(app, 'GET', '/api/v3/health'), await verdict(app, 'GET', '/fails')]).toEqual([
    [200, undefined, 'well'],
    [418, undefined, 'own: no'],
  ]);
  // What the contract refuses stays a problem, whatever parser and handler the application has.
  const { statusCode, headers } = await app.inject({ url: '/api/v3/1/Anagrafica' });
  expect([statusCode, headers['content-type']]).toEqual([401, expect.stringContaining('application/problem+json')]);
  const csv = { 'x-service-apikey': 'api-key', 'content-type': 'text/csv' };
  expect((await app.inject({ method: 'POST', url: '/api/v3/authenticate', headers: csv, payload: 'a,b' })).statusCode).toBe(415);
});

test('hooks and decorators of other plugins work on its routes, and what a hook refuses keeps its status', async () => {
  const app = application();
  app.decorateRequest('operationId', undefined);
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['x-flood'] !== undefined) throw Object.assign(new Error('slower'), { statusCode: Number(headers['x-flood']) });
  });
  app.addHook('onSend', async (request, reply) => void reply.header('x-operation', String(request.operationId)));
  await app.register(contract());
  const answer = await app.inject({ url: '/api/v3/1/Anagrafica', headers: await authorized(app) });
  expect([answer.statusCode, answer.headers['x-operation']]).toEqual([200, 'listAnagrafica']);
  const refused = async (status: number) => {
    const { statusCode, headers, body } = await app.inject({ url: '/api/v3/1/Anagrafica', headers: { 'x-flood': String(status) } });
    return [statusCode, headers['content-type'], JSON.parse(body).status];
  };
  for (const status of [400, 401, 403, 404, 408, 413, 429, 500, 503])
    expect(await refused(status)).toEqual([status, expect.stringContaining('application/problem+json'), status]);
});
