import { expect, test } from 'vitest';
import { change, concurrencyToken, createClient } from '../src/index.ts';
import { createOpenapiFetchClient } from '../src/openapi-fetch.ts';
import { createPathClient } from '../src/paths.ts';
import { isLogin, scriptedService, withLogins } from './scripted-service.ts';

const PAGE = '<!DOCTYPE html><html><body>Please log in.</body></html>';
const ONE = '/api/{version}/{companyId}/articolo/{articoloId}';
const LIST = '/api/{version}/{companyId}/articolo';
const XML = '/api/{version}/{companyId}/Documento/{documentoId}/FatturaElettronicaXml';
const own = { params: { path: { articoloId: 8 } } };
const invoice = { params: { path: { documentoId: 8 } } };

/** A service that answers every call with this text, whatever is promised there. */
const answering = (status: number, text: string, contentType = 'application/json') =>
  scriptedService(withLogins(() => ({ status, text, headers: { 'X-Request-Id': 'r-7', ...(text && { 'Content-Type': contentType }) } })));

const NO_OBJECT = ['', 'null', '[]', '"text"', '5', 'true', '{', PAGE, ' '];

test.for(NO_OBJECT)('%j where an object is promised is a breach of the contract, with status, request id and key', async (text) => {
  await using service = await answering(201, text, text === PAGE ? 'text/html' : 'application/json');
  const client = createClient({ ...service.options, licenseKey: 'l' });
  const { anagrafica } = client.company(1, 'l');
  const breach = { code: 'contract-breach', status: 201, requestId: 'r-7', attempts: 1, pointer: '' };
  await expect(anagrafica.get(1)).rejects.toMatchObject({ ...breach, idempotencyKey: undefined });
  await expect(anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'mine' })).rejects.toMatchObject({
    ...breach,
    idempotencyKey: 'mine',
  });
  const webhook = { AziendaId: null, Url: 'https://example.com', Events: ['articolo.Create'] } as const;
  await expect(client.webhook.create(webhook, { idempotencyKey: 'hook' })).rejects.toMatchObject({ ...breach, idempotencyKey: 'hook' });
});

test.for(NO_OBJECT)('%j where an object is promised is a breach by path too', async (text) => {
  await using service = await answering(200, text);
  const small = createPathClient(service.options).company(1, 'l');
  const full = createOpenapiFetchClient(service.options).company(1, 'l');
  const breach = { code: 'contract-breach', status: 200, requestId: 'r-7' };
  await expect(small.GET(ONE, own)).rejects.toMatchObject(breach);
  await expect(full.GET(ONE, own)).rejects.toMatchObject(breach);
  await expect(full.GET(ONE, { ...own, parseAs: 'text' })).rejects.toMatchObject(breach);
  const params = { header: { 'Idempotency-Key': 'mine' } };
  const created = full.POST('/api/{version}/{companyId}/Anagrafica', { params, body: { nome: 'Rossi' } });
  await expect(created).rejects.toMatchObject({ ...breach, idempotencyKey: 'mine' });
});

test.for(['', 'null', '{}', '"text"', '{"length":0}', PAGE])('%j where a list is promised is a breach of the contract', async (text) => {
  await using service = await answering(200, text);
  const breach = { code: 'contract-breach', status: 200 };
  await expect(createClient(service.options).company(1, 'l').articolo.list().toArray()).rejects.toMatchObject(breach);
  await expect(createPathClient(service.options).company(1, 'l').GET(LIST)).rejects.toMatchObject(breach);
  await expect(createOpenapiFetchClient(service.options).company(1, 'l').GET(LIST)).rejects.toMatchObject(breach);
});

test.for(['', 'null', '{}', 'text', PAGE, `\n${PAGE}`, '<HTML>'])('%j where XML is promised is a breach of the contract', async (text) => {
  await using service = await answering(200, text, 'application/xml');
  const breach = { code: 'contract-breach', status: 200 };
  await expect(createClient(service.options).company(1, 'l').fatturaElettronicaXml.get(8)).rejects.toMatchObject(breach);
  await expect(createPathClient(service.options).company(1, 'l').GET(XML, invoice)).rejects.toMatchObject(breach);
});

test('what is promised is answered, by name and by both kinds of path', async () => {
  const xml = '<?xml version="1.0"?><p:FatturaElettronica/>';
  const script = withLogins(({ path }) => {
    if (path.endsWith('Xml')) return { status: 200, text: xml, headers: { 'Content-Type': 'application/xml' } };
    return { status: 200, body: path.endsWith('/8') ? { id: 8 } : [{ id: 8 }] };
  });
  await using service = await scriptedService(script);
  const company = createClient(service.options).company(1, 'l');
  const small = createPathClient(service.options).company(1, 'l');
  const full = createOpenapiFetchClient(service.options).company(1, 'l');
  expect((await company.articolo.get(8)).data).toEqual({ id: 8 });
  expect(await company.articolo.list().toArray()).toEqual([{ id: 8 }]);
  expect((await company.fatturaElettronicaXml.get(8)).data).toBe(xml);
  for (const { data } of [await small.GET(ONE, own), await full.GET(ONE, own)]) expect(data).toEqual({ id: 8 });
  for (const { data } of [await small.GET(LIST), await full.GET(LIST)]) expect(data).toEqual([{ id: 8 }]);
  expect((await small.GET(XML, invoice)).data).toBe(xml);
  expect((await full.GET(XML, { ...invoice, parseAs: 'text' })).data).toBe(xml);
});

test('a deletion has no body, and the page of a proxy is none', async () => {
  await using service = await answering(204, '');
  expect(await createClient(service.options).company(1, 'l').articolo.delete(8)).toMatchObject({ status: 204, data: undefined });
  const small = createPathClient(service.options).company(1, 'l');
  const full = createOpenapiFetchClient(service.options).company(1, 'l');
  for (const { data, error, response } of [await small.DELETE(ONE, own), await full.DELETE(ONE, own)]) {
    expect({ data, error, status: response.status }).toEqual({ data: undefined, error: undefined, status: 204 });
  }
  await using proxy = await answering(200, PAGE, 'text/html');
  const breach = { code: 'contract-breach', status: 200 };
  await expect(createClient(proxy.options).company(1, 'l').articolo.delete(8)).rejects.toMatchObject(breach);
  await expect(createPathClient(proxy.options).company(1, 'l').DELETE(ONE, own)).rejects.toMatchObject(breach);
});

test('a change of what cannot be read writes nothing', async () => {
  await using service = await answering(200, '');
  const { articolo } = createClient(service.options).company(1, 'l');
  await expect(change(articolo, 8, (current) => ({ ...current, prezzo: '1.00' }))).rejects.toMatchObject({ code: 'contract-breach' });
  expect(service.calls().map(({ method }) => method)).toEqual(['GET']);
});

test.for([undefined, null, '', 5])(
  'a webhook that is created without its secret (%j) is a breach, and can be asked for again',
  async (secret) => {
    await using service = await scriptedService(
      withLogins(() => ({ status: 201, body: { id: 1, secret }, headers: { 'X-Request-Id': 'r-7' } })),
    );
    const client = createClient({ ...service.options, licenseKey: 'l' });
    const webhook = { AziendaId: null, Url: 'https://example.com', Events: ['articolo.Create'] } as const;
    await expect(client.webhook.create(webhook)).rejects.toMatchObject({
      code: 'contract-breach',
      pointer: '/secret',
      operation: 'createWebhook',
      status: 201,
      requestId: 'r-7',
      idempotencyKey: service.calls()[0]?.headers['idempotency-key'] ?? expect.any(String),
    });
  },
);

test('a login that the page of a proxy answers is a breach, with status and request id', async () => {
  await using service = await scriptedService(() => ({
    status: 200,
    text: PAGE,
    headers: { 'Content-Type': 'text/html', 'X-Request-Id': 'r-7' },
  }));
  const { anagrafica } = createClient(service.options).company(1, 'l');
  await expect(anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'mine' })).rejects.toMatchObject({
    code: 'contract-breach',
    operation: 'authenticate',
    status: 200,
    requestId: 'r-7',
    idempotencyKey: 'mine',
  });
  expect(service.seen.every(isLogin)).toBe(true);
});

test.for(['', 'null', '[]', '""', '0', 'false', '{', PAGE])(
  'a refusal by path whose body is %j has an error all the same',
  async (text) => {
    await using service = await answering(404, text);
    const small = createPathClient(service.options).company(1, 'l');
    const full = createOpenapiFetchClient(service.options).company(1, 'l');
    for (const { data, error, response } of [await small.GET(ONE, own), await full.GET(ONE, own)]) {
      expect({ data, error, status: response.status }).toMatchObject({
        data: undefined,
        error: { status: 404, code: 'unknown', title: expect.any(String), type: 'about:blank' },
        status: 404,
      });
    }
  },
);

test('a refusal by path with a problem document has it as its error', async () => {
  await using service = await answering(404, '{"status":404,"code":"toString"}', 'application/problem+json');
  const small = createPathClient(service.options).company(1, 'l');
  const full = createOpenapiFetchClient(service.options).company(1, 'l');
  for (const { error } of [await small.GET(ONE, own), await full.GET(ONE, own)]) expect(error).toEqual({ status: 404, code: 'toString' });
});

test.for(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  'a refusal with the code %s is one that nobody knows',
  async (code) => {
    await using service = await answering(422, `{"status":422,"code":"${code}"}`, 'application/problem+json');
    const { anagrafica } = createClient(service.options).company(1, 'l');
    await expect(anagrafica.update(1, { nome: 'Rossi', concurrencyToken: concurrencyToken(0) })).rejects.toMatchObject({
      code: 'refused',
      problem: { code },
    });
  },
);
