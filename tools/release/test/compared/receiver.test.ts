import {
  createReceiver,
  isKnownEvento,
  parseEvento,
  signatureHeaderName,
  verify,
  type WebhookError,
} from '@business-cloud/events';
import { fetchReceiver } from '@business-cloud/events/fetch';
import { createTestSender, exampleEvento, signedRequest } from '@business-cloud/events/testing';
import { afterAll, expect, test } from 'vitest';
import { startDemo } from './demo-service.ts';
import { secret, sendingTo } from './sending.ts';

const { client, company, close } = await startDemo();
afterAll(close);
const onEvent = (): void => undefined;

test('signature, over the raw bytes', () => {
  const { headers, body } = signedRequest({ secret });
  const header = headers[signatureHeaderName()];
  expect(verify({ header, body, secret })).toMatchObject({ secretIndex: 0 });
  expect(() => verify({ header, body, secret: 'another' })).toThrow(expect.objectContaining({ code: 'mismatch' }));
});

test('timestamps of the past and the future', async () => {
  const sender = await sendingTo(createReceiver({ secret, onEvent }));
  expect(await sender.delay(3600)).toMatchObject({ status: 400, body: 'too-old' });
  expect(await sender.delay(-3600)).toMatchObject({ status: 400, body: 'too-new' });
});

test('two secrets during a rotation', async () => {
  const secrets = [
    { name: 'new', secret: 'whsec_new' },
    { name: 'old', secret },
  ];
  expect(await (await sendingTo(createReceiver({ secrets, onEvent }))).send()).toMatchObject({ status: 204 });
});

test('a missing secret is refused at the start', () => {
  // @ts-expect-error There is no secret.
  expect(() => createReceiver({ onEvent })).toThrow(TypeError);
});

test('misspelt options are refused', () => {
  // @ts-expect-error It is `toleranceSeconds`.
  expect(() => createReceiver({ secret, onEvent, tolerance: 60 })).toThrow('toleranceSeconds');
});

test('a parsed body is told apart', () => {
  const parsed = JSON.parse('{}');
  expect(() => verify({ header: 't=1,v2=00', body: parsed, secret })).toThrow(
    expect.objectContaining({ code: 'body-not-bytes' }),
  );
});

test('types by the type of event', async () => {
  let total = 0;
  const changed: string[] = [];
  const receiver = createReceiver({
    secret,
    onEvent(evento) {
      if (!isKnownEvento(evento)) return;
      if (evento.Type === 'Documento.Emit') total += Number(evento.Object.totale);
      if (evento.Type === 'articolo.Update') changed.push(evento.Object.descrizione);
    },
  });
  await (await sendingTo(receiver)).send({ evento: exampleEvento('Documento.Emit', { Object: { totale: '12.20' } }) });
  expect(total).toBe(12.2);
});

test('a function for each type of event', async () => {
  const issued: unknown[] = [];
  const others: string[] = [];
  const receiver = createReceiver({
    secret,
    onEvent: {
      'Documento.Emit': ({ Object: { numero } }) => void issued.push(numero),
      other: ({ Type }) => void others.push(Type),
    },
  });
  const sender = await sendingTo(receiver);
  await sender.send({ evento: exampleEvento('Documento.Emit', { Object: { numero: '7' } }) });
  await sender.send({ evento: exampleEvento('articolo.Update') });
  expect([issued, others]).toEqual([['7'], ['articolo.Update']]);
});

test('bodies checked by the contract', () => {
  const body = Buffer.from('{"EventGuid":"x"}');
  expect(() => parseEvento(body)).toThrow(expect.objectContaining({ code: 'not-an-event' }));
});

test('a handler for node:http, and one of the Fetch API', async () => {
  const receiver = createReceiver({ secret, onEvent });
  const byHttp = await sendingTo(receiver); // behind `nodeReceiver(receiver)`
  const byFetch = createTestSender({ to: fetchReceiver(receiver), secret });
  expect([(await byHttp.send()).status, (await byFetch.send()).status]).toEqual([204, 204]);
});

test('an answer in time, while work goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const receiver = createReceiver({ secret, answerWithinMs: 10, onEvent: () => promise });
  expect(await (await sendingTo(receiver)).send()).toMatchObject({ status: 202 });
  resolve();
  await receiver.idle();
});

test('failed work is told, and sent again', async () => {
  const told: unknown[] = [];
  const fails = () => Promise.reject(new Error('The disk is full.'));
  const receiver = createReceiver({ secret, onEvent: fails, onFailure: ({ error }) => void told.push(error) });
  expect(await (await sendingTo(receiver)).send()).toMatchObject({ status: 500 });
  expect(told).toHaveLength(1);
});

test('duplicates are processed once', async () => {
  const guids: string[] = [];
  const receiver = createReceiver({ secret, onEvent: ({ EventGuid }) => void guids.push(EventGuid) });
  await (await sendingTo(receiver)).duplicate({}, 5);
  expect(guids).toHaveLength(1);
});

test('only from known senders', async () => {
  const refused: WebhookError[] = [];
  const senders = { addresses: ['203.0.113.7'] };
  const receiver = createReceiver({ secret, onEvent, senders, onRefused: (error) => void refused.push(error) });
  expect(await (await sendingTo(receiver)).send()).toMatchObject({ status: 403, body: 'sender-not-allowed' });
  expect(refused).toHaveLength(1);
});

test('signed deliveries for tests', async () => {
  const sender = createTestSender({ to: fetchReceiver(createReceiver({ secret, onEvent })), secret });
  const first = await sender.send();
  expect([first.status, (await sender.redeliver(first)).status]).toEqual([204, 204]);
  expect(await sender.tamper('body')).toMatchObject({ status: 400, body: 'mismatch' });
});

test('example events', () => {
  const evento = exampleEvento('Documento.Emit', { CompanyId: 2, Object: { numero: '7' } });
  expect([evento.CompanyId, evento.Object.numero, evento.Object.divisa]).toEqual([2, '7', 'EUR']);
});

test('events sent again', async () => {
  await client.webhook.create({ AziendaId: 1, Url: 'https://shop.example.com/events', Events: ['articolo.Create'] });
  await company.articolo.create({ descrizione: 'Vite' });
  const [entry] = await client.evento.list().toArray({ max: 1 });
  expect(entry && (await client.evento.redeliver(entry.evento.EventGuid))).toMatchObject({ status: 202 });
});
