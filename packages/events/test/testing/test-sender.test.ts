import { expect, test } from 'vitest';
import { eventoTypes, isKnownEvento, parseEvento, verify } from '../../src/index.ts';
import { createTestSender, exampleEvento, signedRequest, tamper } from '../../src/testing.ts';

test.for(eventoTypes)('%s: the example is what the contract says, with a guid of its own', (type) => {
  const evento = parseEvento(signedRequest({ secret: 's', evento: exampleEvento(type) }).body);
  expect([evento.Type, isKnownEvento(evento)]).toEqual([type, true]);
  expect(exampleEvento(type).EventGuid).not.toBe(evento.EventGuid);
});

test('an example has what it is told to have, and the rest of its own', () => {
  const own = exampleEvento('Documento.Emit');
  const evento = exampleEvento('Documento.Emit', { EventGuid: 'g', CompanyId: 9, ApplicationId: null, Object: { numero: '7' } });
  expect(evento).toEqual({ ...own, EventGuid: 'g', CompanyId: 9, ApplicationId: null, Object: { ...own.Object, numero: '7' } });
  expect(isKnownEvento(parseEvento(signedRequest({ secret: 's', evento: exampleEvento('Documento.Emit', { CompanyId: 9 }) }).body))).toBe(
    true,
  );
  // @ts-expect-error A member of another type would be no example.
  exampleEvento('Documento.Emit', { Object: { numero: 7 } });
});

test('a signed request verifies over the bytes given, as a Request too', async () => {
  const body = Uint8Array.of(0xef, 0xbb, 0xbf, 0, 0xff);
  const request = signedRequest({ secret: 's', body, headerWord: 'Acme', url: 'https://receiver.example/hook' });
  const sent = new Request(request.url, request);
  const received = { header: sent.headers.get('acme-signature'), body: new Uint8Array(await sent.arrayBuffer()) };
  expect(verify({ ...received, secret: 's' })).toMatchObject({ secretIndex: 0 });
  expect([sent.method, sent.url, received.body]).toEqual(['POST', 'https://receiver.example/hook', body]);
});

test('a delivery that is tampered with is another one, in one thing', () => {
  const request = signedRequest({ secret: 's', timestamp: 1_700_000_000 });
  const header = (changed: typeof request) => changed.headers['Service-Signature'];
  expect(tamper(request, 'body').body).toHaveLength(request.body.length + 1);
  expect(header(tamper(request, 'timestamp'))).toMatch(/^t=1699999999,v2=/);
  expect(header(tamper(request, 'scheme'))).toMatch(/^t=1700000000,v1=/);
  expect(header(tamper(request, 'no-header'))).toBeUndefined();
  expect(header(tamper(request, 'signature'))).not.toBe(header(request));
});

test('a redelivery is the same bytes', async () => {
  const sender = createTestSender({ to: async (request) => new Response(await request.arrayBuffer()), secret: 's' });
  const first = await sender.send();
  expect((await sender.redeliver(first)).body).toBe(first.body);
});
