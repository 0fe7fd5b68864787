import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhook, type Running, startRunning } from '../harness/running.ts';

let running: Running;
let anagraficaId: number;

const PATH = '/api/v3/1/Documento';
const sede = { indirizzo: 'Via Po 1', cap: '10124', comune: 'Torino', provincia: 'TO', nazione: 'IT' };
const buyer = { nome: 'Ada', codiceFiscale: 'RSSMRA80A01H501U', sede };

beforeAll(async () => {
  running = await startRunning();
  anagraficaId = Number((await running.call('POST', '/api/v3/1/Anagrafica', { body: buyer })).body.id);
});
afterAll(() => running.close());

const draft = (change: object = {}) => ({
  data: '2026-03-01',
  anagraficaId,
  righe: [{ articoloId: 1, descrizione: 'Viti', quantita: '100', prezzoUnitario: '0.08', aliquotaIva: '22.00' }],
  ...change,
});

async function created(change: object = {}) {
  const { status, body } = await running.call('POST', PATH, { body: draft(change) });
  expect(status).toBe(201);
  return body;
}

test('D-17: a document begins as a draft, with its totals', async () => {
  expect(await created()).toMatchObject({
    stato: 'bozza',
    numero: null,
    emessoIl: null,
    tipo: 'TD01',
    divisa: 'EUR',
    imponibile: '8.00',
    imposta: '1.76',
    totale: '9.76',
  });
});

test('D-15: a stamp duty is 2.00, and is written into the invoice', async () => {
  const refused = await running.call('POST', PATH, { body: draft({ bollo: '1.00' }) });
  expect(refused).toMatchObject({ status: 400, body: { code: 'schema-violation' } });
  const { id } = await created({ bollo: '2.00' });
  expect((await running.call('POST', `${PATH}/${id}/emit`)).body).toMatchObject({ stato: 'emesso', bollo: '2.00' });
});

test('EVT-09, D-17: issuing gives a number and the day, fires Emit, and is for good', async () => {
  await createWebhook(running, { Events: ['Documento.Emit'], path: '/emit' });
  const { id, concurrencyToken } = await created();
  const emitted = await running.call('POST', `${PATH}/${id}/emit`);
  expect(emitted.body).toMatchObject({ id, stato: 'emesso', numero: expect.stringMatching(/^\d+$/) });
  expect(emitted.body.concurrencyToken).not.toBe(concurrencyToken);
  const [delivery] = await running.receiver.waitFor(1, ({ path }) => path === '/emit');
  expect(JSON.parse(String(delivery?.body))).toMatchObject({ Type: 'Documento.Emit', Object: emitted.body });
  const again = { body: { ...draft(), concurrencyToken: emitted.body.concurrencyToken } };
  expect((await running.call('POST', `${PATH}/${id}/emit`)).body.code).toBe('documento-issued');
  expect((await running.call('PUT', `${PATH}/${id}`, again)).body.code).toBe('documento-issued');
  expect((await running.call('DELETE', `${PATH}/${id}`)).body.code).toBe('documento-issued');
  expect((await running.call('GET', `${PATH}/${id}`)).body).toEqual(emitted.body);
});

test('D-17: of one company and year no two issued documents have one number', async () => {
  const emit = async (change: object) => running.call('POST', `${PATH}/${(await created(change)).id}/emit`);
  expect((await emit({ numero: '7/A' })).body.numero).toBe('7/A');
  expect((await emit({ numero: '7/A' })).body.code).toBe('numero-taken');
  expect((await emit({ numero: '7/A', data: '2025-01-01' })).status).toBe(200);
  const numbers = await Promise.all(Array.from({ length: 5 }, async () => (await emit({ data: '2020-01-01' })).body.numero));
  expect(numbers.sort()).toEqual(['1', '2', '3', '4', '5']);
});

test('D-15: what the exchange system would refuse is not issued, and nothing is taken', async () => {
  const { body: contact } = await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: '日本' } });
  const { id, concurrencyToken } = await created({ anagraficaId: contact.id, data: '2019-05-01', causale: '🚲' });
  const newest = async () => (await running.call('GET', '/api/v3/config/evento?limit=1')).body[0];
  const before = await newest();
  const refused = await running.call('POST', `${PATH}/${id}/emit`);
  expect([refused.status, refused.body.code]).toEqual([422, 'documento-incomplete']);
  const pointers = Array.from(refused.body.errors as { pointer: string }[], ({ pointer }) => pointer);
  expect(pointers.sort()).toEqual(['/anagrafica/idFiscaleIva', '/anagrafica/nome', '/anagrafica/sede', '/documento/causale']);
  expect(await newest()).toEqual(before);
  expect((await running.call('GET', `${PATH}/${id}`)).body).toMatchObject({ stato: 'bozza', numero: null, concurrencyToken });

  // It is mended where the errors point to, and gets the first number of its year.
  await running.call('PUT', `/api/v3/1/Anagrafica/${contact.id}`, { body: { ...buyer, concurrencyToken: contact.concurrencyToken } });
  const body = { ...draft({ anagraficaId: contact.id, data: '2019-05-01' }), concurrencyToken };
  expect((await running.call('PUT', `${PATH}/${id}`, { body })).status).toBe(200);
  expect((await running.call('POST', `${PATH}/${id}/emit`)).body).toMatchObject({ stato: 'emesso', numero: '1' });
});

test('D-15: a number that is refused with another document’s stays free for this one', async () => {
  const numero = '19/B';
  const emit = async (change: object) =>
    running.call('POST', `${PATH}/${(await created({ numero, data: '2018-01-01', ...change })).id}/emit`);
  expect((await emit({ causale: '🚲' })).body.code).toBe('documento-incomplete');
  const first = await created({ numero, data: '2018-01-01' });
  const taken = await running.call('POST', `${PATH}/${first.id}/emit`);
  expect(taken.body.numero).toBe(numero);
  expect((await emit({})).body.code).toBe('numero-taken');
});

test('IDEM-04: a retried emit answers the first answer', async () => {
  const { id } = await created();
  const first = await running.call('POST', `${PATH}/${id}/emit`, { key: 'emit' });
  const retry = await running.call('POST', `${PATH}/${id}/emit`, { key: 'emit' });
  expect([retry.status, retry.text, retry.headers.get('Idempotent-Replayed')]).toEqual([200, first.text, 'true']);
});

test.each([
  ['an Anagrafica that is not there', () => draft({ anagraficaId: 9_999 })],
  ['an articolo of another company', () => draft({ righe: [{ ...draft().righe[0], articoloId: 4 }] })],
  ['a rate of nothing without natura', () => draft({ righe: [{ ...draft().righe[0], aliquotaIva: '0.00' }] })],
  ['a natura where there is a rate', () => draft({ righe: [{ ...draft().righe[0], natura: 'N4' }] })],
])('%s is refused', async (_title, body) => {
  const answer = await running.call('POST', PATH, { body: body() });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid-value']);
});

test('a total that no invoice can hold is refused', async () => {
  const huge = draft({ righe: [{ ...draft().righe[0], quantita: '99999999999', prezzoUnitario: '99999999999' }] });
  expect((await running.call('POST', PATH, { body: huge })).body.code).toBe('amount-out-of-range');
});

test('CONC-02: a draft changes with its current token alone', async () => {
  const { id, concurrencyToken } = await created();
  const body = { ...draft({ causale: 'changed' }), concurrencyToken };
  expect((await running.call('PUT', `${PATH}/${id}`, { body })).body).toMatchObject({ causale: 'changed', stato: 'bozza' });
  expect((await running.call('PUT', `${PATH}/${id}`, { body })).body.code).toBe('concurrency-conflict');
});

test('D-17: what a document names is not deleted, until the document is', async () => {
  const contact = (await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Named' } })).body.id;
  const { id } = await created({ anagraficaId: contact });
  expect((await running.call('DELETE', `/api/v3/1/Anagrafica/${contact}`)).body.code).toBe('in-use');
  expect((await running.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
  expect((await running.call('DELETE', `/api/v3/1/Anagrafica/${contact}`)).status).toBe(204);
});
