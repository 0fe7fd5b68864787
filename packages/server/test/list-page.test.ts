import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { contractServer, page, paths, serverOptions } from '../src/index.ts';
import { loginToken, type State, testHandlers, testPorts } from './harness.ts';

const list = [3, 1, 2].map((id) => ({ id, nome: `n${id}` }));

test.each([
  { query: { limit: 2 }, ids: [1, 2], next: 2 },
  { query: { limit: 2, after: 1 }, ids: [2, 3], next: undefined },
  { query: { limit: 1, after: 1 }, ids: [2], next: 2 },
  { query: { limit: 3 }, ids: [1, 2, 3], next: undefined },
  { query: { limit: 3, after: 3 }, ids: [], next: undefined },
])('of three entries $query answers $ids, and leads on after $next', ({ query, ids, next }) => {
  const { headers, body } = page(list, { path: '/list', query });
  expect(body.map(({ id }) => id)).toEqual(ids);
  expect(headers).toEqual(next === undefined ? {} : { Link: `</list?limit=${query.limit}&after=${next}>; rel="next"` });
});

test('a handler answers the companies of its user a page at a time, as the types and the contract want it', async () => {
  const app = Fastify({ ...serverOptions(), logger: { level: 'silent' } });
  onTestFinished(() => app.close());
  await app.register(
    contractServer<State>({
      handlers: {
        ...testHandlers(),
        listAzienda: async ({ query }, { user }) => {
          const companies = (user.companyIds ?? []).map((id) => ({ id, nome: `Company ${id}`, concurrencyToken: 1 }));
          return { status: 200, ...page(companies, { path: paths.listAzienda(), query }) };
        },
      },
      ports: testPorts(),
    }),
  );
  const authorization = `Bearer ${await loginToken(app)}`;
  const headers = { authorization, 'x-service-apikey': 'api-key', 'x-service-licensekey': 'license-1' };
  const first = await app.inject({ url: `${paths.listAzienda()}?limit=1`, headers });
  const [, next] = /^<(.*)>; rel="next"$/.exec(String(first.headers.link)) ?? [];
  const second = await app.inject({ url: next ?? '', headers });
  expect([first, second].map((answer) => answer.json().map(({ id }: { id: number }) => id))).toEqual([[1], [2]]);
  expect(second.headers.link).toBeUndefined();
});
