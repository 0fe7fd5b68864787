import { expect, test } from 'vitest';
import { change } from '../src/index.ts';
import { createTestClient, type TestHandlers } from '../src/testing.ts';
import { validateResponse } from '../src/validation.ts';

const ARTICOLO = { id: 8, descrizione: 'Vite', concurrencyToken: 0 };

test('a test double answers through the real client, with identifiers, query, body and headers as they were sent', async () => {
  const seen: unknown[] = [];
  const client = createTestClient({
    listArticolo({ params, query }) {
      seen.push(params.companyId, query.limit);
      return { status: 200, body: [ARTICOLO] };
    },
    createAnagrafica({ body, headers }) {
      seen.push(body.nome, headers['idempotency-key'], headers['x-service-licensekey']);
      return { status: 201, headers: { Location: '/api/v3/7/Anagrafica/3' }, body: { ...body, id: 3, concurrencyToken: 0 } };
    },
    deleteWebhook: ({ params }) => ({ status: 204, headers: { 'X-Request-Id': String(params.id) } }),
  });
  const company = client.company(7, 'license-7');
  expect(await company.articolo.list({ limit: 5 }).toArray()).toEqual([ARTICOLO]);
  expect((await company.anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'mine' })).headers.Location).toBe('/api/v3/7/Anagrafica/3');
  expect(await client.webhook.delete(5)).toMatchObject({ status: 204, requestId: '5' });
  expect(seen).toEqual(['7', '5', 'Rossi', 'mine', 'license-7']);
});

test('refusals and faults are scripted like answers, and waits take no time', async () => {
  let times = 0;
  const handlers: TestHandlers = {
    getArticolo: () => ({ status: 200, body: { ...ARTICOLO, concurrencyToken: times } }),
    updateArticolo({ body }) {
      times += 1;
      if (times === 1) return { status: 422, body: { code: 'concurrency-conflict' } };
      if (times === 2) return { status: 409, headers: { 'Retry-After': '20' }, body: { code: 'idempotency-in-progress' } };
      if (times === 3) throw new Error('the connection is lost');
      return { status: 200, body: { ...body, id: 8, concurrencyToken: times } };
    },
  };
  const { articolo } = createTestClient(handlers).company(1, 'l');
  const result = await change(articolo, 8, (current) => ({ ...current, prezzo: '1.00' }));
  expect(result).toMatchObject({ status: 200, attempts: 3, data: { prezzo: '1.00' } });
});

test('an operation without a handler says so', async () => {
  const { articolo } = createTestClient({}).company(1, 'l');
  await expect(articolo.get(8)).rejects.toMatchObject({ code: 'service-failure', status: 501, problem: { code: 'not-implemented' } });
});

/** Never called: what matters is that the marked lines do not compile. */
export const wrong: TestHandlers = {
  // @ts-expect-error the contract has no such status here
  getArticolo: () => ({ status: 201, body: ARTICOLO }),
  // @ts-expect-error a deletion has no body
  deleteArticolo: () => ({ status: 204, body: ARTICOLO }),
  // @ts-expect-error a list was expected
  listArticolo: () => ({ status: 200, body: ARTICOLO }),
};

/** Never called, as above. */
export const unknown: TestHandlers = {
  // @ts-expect-error there is no such operation
  listCliente: () => ({ status: 200, body: [] }),
};

test.for([
  ['a member of another type', { ...ARTICOLO, descrizione: 7 }, '/descrizione'],
  ['a member that is missing', { id: 8, concurrencyToken: 0 }, ''],
  ['another status', undefined, ''],
] as const)('with validation, %s is a breach of the contract', async ([, body, pointer]) => {
  const fetch = async (url: string): Promise<Response> =>
    url.endsWith('/authenticate')
      ? new Response(null, { headers: { 'X-Token': 't' } })
      : new Response(body === undefined ? '' : JSON.stringify(body), { status: body === undefined ? 202 : 200 });
  const client = createTestClient({}, { validate: validateResponse, fetch });
  await expect(client.company(1, 'l').articolo.get(8)).rejects.toMatchObject({ code: 'contract-breach', pointer });
});

test('with validation, what fits passes, and what has no JSON is not judged', async () => {
  const handlers: TestHandlers = {
    getArticolo: () => ({ status: 200, body: ARTICOLO }),
    deleteArticolo: () => ({ status: 204 }),
    getFatturaElettronicaXml: () => ({ status: 200, body: '<xml/>' }),
  };
  const company = createTestClient(handlers, { validate: validateResponse }).company(1, 'l');
  expect((await company.articolo.get(8)).data).toEqual(ARTICOLO);
  expect((await company.articolo.delete(8)).data).toBeUndefined();
  expect((await company.fatturaElettronicaXml.get(1)).data).toBe('<xml/>');
});
