import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BusinessCloudClient, type CompanyClient, change, createClient, type ValidationError } from '../src/index.ts';
import { createOpenapiFetchClient } from '../src/openapi-fetch.ts';
import { createPathClient } from '../src/paths.ts';
import { validateResponse } from '../src/validation.ts';
import { type ReferenceService, referenceService } from './reference-service.ts';

let reference: ReferenceService;
let client: BusinessCloudClient;
let company: CompanyClient;
const [companyId, licenseKey] = [1, () => reference.access.companies[0]?.licenseKey ?? ''];

// Every answer is validated against its schema on the way.
beforeAll(async () => {
  reference = await referenceService();
  client = createClient({ ...reference.options, validate: validateResponse });
  company = client.company(companyId, licenseKey());
});
afterAll(() => reference[Symbol.asyncDispose]());

test('authenticates, or tells why not', async () => {
  await client.authenticate();
  const wrong = createClient({ ...reference.options, password: 'wrong' });
  await expect(wrong.authenticate()).rejects.toMatchObject({
    code: 'authentication-failed',
    status: 401,
    problem: { code: 'authentication-failed' },
  });
  const stranger = createClient({ ...reference.options, apiKey: 'wrong' });
  await expect(stranger.authenticate()).rejects.toMatchObject({ code: 'forbidden', header: 'ApiKey' });
});

test('lists, page by page', async () => {
  const all = await company.articolo.list().toArray();
  const paged = await company.articolo.list({ limit: 1 }).toArray();
  expect(paged).toEqual(all);
  expect(all.length).toBeGreaterThan(2);
  expect((await client.azienda.list().toArray()).map(({ id }) => id)).toEqual([1, 2]);
});

test('names every wrong member, and why', async () => {
  const body = { descrizione: '', prezzo: 'abc' };
  const error: unknown = await company.articolo.create(body).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'validation', errors: [{ pointer: '/descrizione' }, { pointer: '/prezzo' }] });
  for (const { detail } of (error as ValidationError).errors) expect((error as ValidationError).message).toContain(detail);
});

test('creates once for each key, and tells a replay', async () => {
  const first = await company.anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'contact-1' });
  const again = await company.anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'contact-1' });
  expect(first).toMatchObject({ status: 201, replayed: false, headers: { Location: `/api/v3/1/Anagrafica/${first.data.id}` } });
  expect(again).toMatchObject({ status: 201, replayed: true, data: first.data });
  await expect(company.anagrafica.create({ nome: 'Bianchi' }, { idempotencyKey: 'contact-1' })).rejects.toMatchObject({
    code: 'idempotency-mismatch',
  });
});

test('updates with a stale token are refused, and a change reads again', async () => {
  const { data: read } = await company.articolo.get(1);
  await company.articolo.update(1, { ...read, prezzo: '0.09' });
  await expect(company.articolo.update(1, { ...read, prezzo: '0.10' })).rejects.toMatchObject({ code: 'stale-token', status: 422 });
  const result = await change(company.articolo, 1, (current) => ({ ...current, prezzo: '0.11' }));
  expect(result?.data).toMatchObject({ prezzo: '0.11' });
});

test('a body that does not fit is refused with a pointer; a key of another company with its header; what is not there is not found', async () => {
  await expect(company.anagrafica.create({ nome: '' })).rejects.toMatchObject({ code: 'validation', pointer: '/nome' });
  const other = client.company(2, licenseKey());
  await expect(other.articolo.get(4)).rejects.toMatchObject({ code: 'forbidden', header: 'LicenseKey' });
  await expect(company.articolo.get(9999)).rejects.toMatchObject({ code: 'not-found', requestId: expect.any(String) });
});

test('keeps the secret of a webhook apart', async () => {
  const created = await client.webhook.create({ AziendaId: null, Url: 'https://example.com/hook', Events: ['Documento.Emit'] });
  expect(created).toMatchObject({ status: 201, data: { secret: null, enabled: true } });
  expect(created.secret.reveal()).not.toBe('');
  const changed = await change(client.webhook, created.data.id, ({ aziendaId, url, events, concurrencyToken }) => ({
    ...{ AziendaId: aziendaId, Url: url, Events: events, Description: 'issued documents', ConcurrencyToken: concurrencyToken },
  }));
  expect(changed?.data).toMatchObject({ description: 'issued documents', secret: null });
  expect((await client.webhook.delete(created.data.id)).status).toBe(204);
});

test('all five types of events are caused: Create, Update, Delete, Emit, Export', async () => {
  const sede = { indirizzo: 'Via Po', cap: '10123', comune: 'Torino', provincia: 'TO', nazione: 'IT' };
  const buyer = await company.anagrafica.create({ nome: 'Ada', cognome: 'Neri', codiceFiscale: 'NREDAA80A41L219I', sede });
  const righe = [{ descrizione: 'Viti', quantita: '100', prezzoUnitario: '0.08', aliquotaIva: '22.00' }];
  const draft = await company.documento.create({ anagraficaId: buyer.data.id, data: '2026-01-31', righe });
  const id = draft.data.id;
  await change(company.documento, id, ({ anagraficaId, data, concurrencyToken }) => ({
    anagraficaId,
    data,
    righe,
    causale: 'Saldo',
    concurrencyToken,
  }));
  expect((await company.documento.emit(id)).data).toMatchObject({ stato: 'emesso', totale: '9.76' });
  const exported = await company.fatturaElettronicaXml.export(id);
  expect((await company.fatturaElettronicaXml.get(id)).data).toBe(exported.data.xml);
  const unwanted = await company.articolo.create({ descrizione: 'Chiodi' });
  await company.articolo.delete(unwanted.data.id);

  const types = new Set<string>();
  for await (const { evento } of client.evento.list({ limit: 3 })) {
    types.add(evento.Type);
    expect(evento).toMatchObject({ CompanyId: 1, ApplicationId: 'client-tests' });
  }
  for (const type of ['Documento.Create', 'Documento.Update', 'articolo.Delete', 'Documento.Emit', 'FatturaElettronicaXml.Export']) {
    expect(types).toContain(type);
  }
  const [newest] = await client.evento.list().toArray({ max: 1 });
  const guid = newest?.evento.EventGuid ?? '';
  expect((await client.evento.get(guid)).data.evento.Type).toBe('articolo.Delete');
  expect((await client.evento.redeliver(guid)).status).toBe(202);
});

test('an expired token is renewed on the way', async () => {
  const before = createClient(reference.options).company(companyId, licenseKey());
  await before.articolo.get(2);
  reference.service.clock.advance(400 * 86_400_000);
  expect(await before.articolo.get(2)).toMatchObject({ status: 200, attempts: 2 });
});

test('the three surfaces send the same and answer the same', async () => {
  const named = await company.articolo.get(2);
  const path = '/api/{version}/{companyId}/articolo/{articoloId}';
  const init = { params: { path: { articoloId: 2 } } } as const;
  const small = await createPathClient(reference.options).company(companyId, licenseKey()).GET(path, init);
  const full = await createOpenapiFetchClient(reference.options).company(companyId, licenseKey()).GET(path, init);
  expect([small.data, full.data]).toEqual([named.data, named.data]);
  const xml = await company.paths.GET('/api/{version}/{companyId}/articolo', { params: { query: { limit: 1 } } });
  expect(xml.data).toHaveLength(1);
});
