import { expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { createPathClient } from '../src/paths.ts';
import { ok, problem, scriptedService, withLogins } from './scripted-service.ts';

const LISTINO = '/api/{version}/{companyId}/listino/{listinoId}';
const REFUSED = expect.objectContaining({ code: 'invalid-argument', attempts: 0 });
/** A value as a program in JavaScript hands it over, whatever the types say. */
const fromJavaScript = <T>(value: unknown): T => value as T;

test('a path that the contract does not have is called with login, keys and repetition, and in both clients', async () => {
  let failures = 1;
  await using service = await scriptedService(withLogins((request) => (failures-- > 0 ? { status: 503 } : ok(request))));
  const params = { path: { listinoId: 4 }, query: { attivo: true } };
  for (const paths of [
    createClient(service.options).company(2, 'l').paths,
    createPathClient({ ...service.options, retry: { baseMs: 0 } }).company(2, 'l'),
  ]) {
    const { data, response } = await paths.request('POST', LISTINO, { params, body: { nome: 'Estate' }, headers: { 'X-A': 'a' } });
    expect([data, response.status]).toEqual([{ id: 1, concurrencyToken: 0 }, 200]);
  }
  const seen = service
    .calls()
    .map(({ method, path, headers, body }) => [method, path, headers['x-service-licensekey'], headers['x-a'], body]);
  expect(seen).toEqual(Array(3).fill(['POST', '/customer/api/v3/2/listino/4?attivo=true', 'l', 'a', '{"nome":"Estate"}']));
  const [first, second, third] = service.calls().map(({ headers }) => headers['idempotency-key']);
  expect([first === second, second === third]).toEqual([true, false]);
});

test('a refusal is answered, and what is no JSON is a text', async () => {
  await using service = await scriptedService(
    withLogins(({ method }) => (method === 'PATCH' ? problem(404, 'not-found') : { status: 200, text: 'a,b' })),
  );
  const { request } = createPathClient(service.options).company(1, 'l');
  expect((await request('PATCH', '/api/v3/1/listino', { body: {} })).error).toMatchObject({ code: 'not-found' });
  expect((await request('GET', '/api/v3/1/listino')).data).toBe('a,b');
});

test.for<unknown[]>([
  ['GET', '@elsewhere.example/'],
  ['GET', '.elsewhere.example/'],
  ['GET', 'https://elsewhere.example/'],
  ['GET', ''],
  ['GET', 5],
  ['get', '/api/v3/1/listino'],
  ['CONNECT', '/api/v3/1/listino'],
  ['GET', LISTINO],
  ['GET', '/api/v3/1/listino', { querry: {} }],
])('what would lead elsewhere, or means nothing, is refused, and nothing is sent: %s %s', async (given) => {
  await using service = await scriptedService(withLogins(ok));
  const { request } = createPathClient(service.options).company(1, 'l');
  await expect(request(...fromJavaScript<Parameters<typeof request>>(given))).rejects.toEqual(REFUSED);
  expect(service.seen).toEqual([]);
});
