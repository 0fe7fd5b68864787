import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as validators from '../../src/generated/validators.js';
import { loginToken, startServer } from '../harness.ts';

const PATH = '/api/v3/1/articolo';
let app: FastifyInstance;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await startServer();
  headers = {
    authorization: `Bearer ${await loginToken(app)}`,
    'x-service-apikey': 'api-key',
    'x-service-licensekey': 'license-1',
    'content-type': 'application/json',
  };
});
afterAll(() => app.close());

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly in: string; readonly pointer: string; readonly detail: string }[];
}

async function refusalOf(method: 'GET' | 'POST', url: string, payload?: object): Promise<Refusal> {
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
  const { code, detail, errors = [] } = answer.json();
  return { status: answer.statusCode, code, detail, errors };
}

const placesOf = ({ errors }: Refusal) => errors.map((error) => `${error.in}${error.pointer}`).sort();

test('every fault of a body is told at once, each member once, also those that are missing', async () => {
  const refused = await refusalOf('POST', '/api/v3/1/Documento', {
    tipo: 'TD99',
    data: 'today',
    divisa: 'euro',
    righe: [{ descrizione: '', quantita: '-1', prezzoUnitario: 5 }],
  });
  expect([refused.status, refused.code]).toEqual([400, 'schema-violation']);
  const places = placesOf(refused);
  expect(places).toEqual([...new Set(places)]);
  expect(places).toEqual(
    expect.arrayContaining([
      'body/anagraficaId',
      'body/data',
      'body/divisa',
      'body/righe/0/aliquotaIva',
      'body/righe/0/descrizione',
      'body/righe/0/prezzoUnitario',
      'body/righe/0/quantita',
      'body/tipo',
    ]),
  );
});

test('the detail names each member and why, in words', async () => {
  const { detail, errors } = await refusalOf('POST', PATH, { descrizione: '', prezzo: 'abc', unitaMisura: '' });
  expect(errors.map((error) => error.pointer).sort()).toEqual(['/descrizione', '/prezzo', '/unitaMisura']);
  for (const error of errors) {
    expect(detail).toContain(error.detail);
    expect(error.detail.startsWith(error.pointer.slice(1))).toBe(true);
  }
  expect(detail).not.toMatch(/[\\^$]/);
});

test('what is wrong with the query is told together with the body, and an undeclared parameter too', async () => {
  expect(placesOf(await refusalOf('POST', `${PATH}?x=1`, { prezzo: 'abc' }))).toEqual(['body/descrizione', 'body/prezzo', 'query/x']);
  expect(placesOf(await refusalOf('GET', `${PATH}?limit=0&after=x&y=1`))).toEqual(['query/after', 'query/limit', 'query/y']);
});

test('COMP-08: a path that names nothing is not found, whatever else is wrong', async () => {
  expect((await refusalOf('GET', `${PATH}/x?y=1`)).status).toBe(404);
});

test.for([
  ['a list', { righe: Array.from({ length: 200_000 }, () => 1) }, '/righe'],
  ['a text', { causale: '\u0000'.repeat(150_000) }, '/causale'],
] as const)('%s that is longer than allowed is one fault, however much is wrong inside', async ([, body, pointer]) => {
  const { errors } = await refusalOf('POST', '/api/v3/1/Documento', body);
  expect(errors.filter((error) => error.pointer.startsWith(pointer))).toHaveLength(1);
});

test('a thousand wrong members are told by fifty, and the validator finds no more than the contract bounds', async () => {
  const righe = Array.from({ length: 1000 }, () => ({ descrizione: '' }));
  const { errors } = await refusalOf('POST', '/api/v3/1/Documento', { righe });
  expect(errors).toHaveLength(50);
  const judge: { (data: unknown): boolean; errors?: readonly unknown[] | null } = validators.createDocumentoBody;
  judge({ righe: Array.from({ length: 100_000 }, () => 1) });
  expect(judge.errors?.length).toBeLessThan(20);
});
