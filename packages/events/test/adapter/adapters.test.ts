import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createReceiver, type ReceiverBasics, type WebhookErrorCode } from '../../src/index.ts';
import { createTestSender, exampleEvento, signedRequest } from '../../src/testing.ts';
import { chunk, headOf, rawExchange } from './raw-exchange.ts';
import { ADAPTERS, type Adapter, PATH, READING_ADAPTERS, serve } from './served.ts';

const SECRET = 'whsec_adapters';

/** A receiver behind an adapter, what it processed and why it refused. */
async function start(adapter: Adapter, options: ReceiverBasics = {}) {
  const processed: string[] = [];
  const refused: WebhookErrorCode[] = [];
  const receiver = createReceiver({
    secret: SECRET,
    onEvent: ({ EventGuid }) => void processed.push(EventGuid),
    onRefused: ({ code }) => void refused.push(code),
    ...options,
  });
  const { port, url } = await serve(await adapter.listener(receiver));
  return { port, url, processed, refused, sender: createTestSender({ to: url, secret: SECRET }) };
}

describe.for(ADAPTERS)('$name', (adapter) => {
  test('RCV-01, RCV-13: a delivery, its redelivery and duplicates at once are answered 2xx and processed once', async () => {
    const { sender, processed } = await start(adapter);
    const first = await sender.send();
    const again = await sender.redeliver(first);
    const evento = exampleEvento('Documento.Emit');
    const together = await sender.duplicate({ evento }, 5);
    expect([first, again, ...together].map(({ status, body }) => [status, body])).toEqual(Array(7).fill([204, '']));
    expect(processed).toEqual([JSON.parse(Buffer.from(first.request.body).toString()).EventGuid, evento.EventGuid]);
  });

  test('RCV-02 to RCV-05, RCV-09, RCV-12, RCV-16: what was changed, or signed at another time, is refused with its code and has no effect', async () => {
    const { sender, processed, refused } = await start(adapter);
    const evento = exampleEvento('Anagrafica.Create');
    const answers = [
      await sender.tamper('body', { evento }),
      await sender.tamper('signature', { evento }),
      await sender.tamper('timestamp', { evento }),
      await sender.tamper('no-header', { evento }),
      await sender.tamper('scheme', { evento }),
      await sender.delay(400, { evento }),
      await sender.delay(-400, { evento }),
    ];
    const codes = ['mismatch', 'mismatch', 'mismatch', 'missing-header', 'no-v2', 'too-old', 'too-new'];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(codes.map((code) => [400, code]));
    expect([refused, processed]).toEqual([codes, []]);
    expect((await sender.send({ evento })).status).toBe(204); // RCV-13: a refusal does not use up the EventGuid
    expect(processed).toEqual([evento.EventGuid]);
  });

  test('RCV-11: the raw bytes are verified, sent in chunks that cut characters', async () => {
    const { port, processed } = await start(adapter);
    const guid = crypto.randomUUID();
    const text = `\ufeff{ "Type":"Altro.Create", "Object":{"n":1.0,"è":"\\u00e8 😀"},\r\n"EventGuid":"${guid}","CompanyId":1,"ApplicationId":null}`;
    const { headers, body } = signedRequest({ secret: SECRET, body: Buffer.from(text) });
    const head = headOf(PATH, { ...headers, 'Transfer-Encoding': 'chunked' });
    const bytes = Array.from(body, (byte) => chunk(Uint8Array.of(byte)));
    expect(await rawExchange(port, [head, ...bytes, chunk(new Uint8Array())])).toMatchObject({ status: 204 });
    expect(processed).toEqual([guid]);
  });

  test('a delivery whose pieces come one by one is accepted', async () => {
    const { port, processed } = await start(adapter);
    const { headers, body } = signedRequest({ secret: SECRET });
    async function* pieces() {
      yield headOf(PATH, { ...headers, 'Content-Length': String(body.length) });
      for (let at = 0; at < body.length; at += 100) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        yield body.subarray(at, at + 100);
      }
    }
    expect(await rawExchange(port, pieces())).toMatchObject({ status: 204 });
    expect(processed).toHaveLength(1);
  });

  test('a body as large as the limit is accepted, one byte more is refused with 413, whether its length is announced or not', async () => {
    const { port, processed, refused } = await start(adapter, { bodyBytesMax: 100_000 });
    const exact = padded(100_000);
    const oversized = padded(100_001);
    for (const chunked of [false, true]) {
      expect(await post(port, exact, chunked)).toMatchObject({ status: 204 });
      expect(await post(port, oversized, chunked)).toMatchObject({ status: 413, body: 'body-too-large' });
    }
    expect([processed.length, refused]).toEqual([1, ['body-too-large', 'body-too-large']]);
  });

  test('a compressed delivery is refused with 415: what was signed is the raw body', async () => {
    const { url, processed } = await start(adapter);
    const packed = signedRequest({ secret: SECRET, url, body: gzipSync(signedRequest({ secret: SECRET }).body) });
    const headers = { ...packed.headers, 'Content-Encoding': 'gzip' };
    const response = await fetch(url, { ...packed, headers });
    expect([response.status, processed]).toEqual([415, []]);
  });

  test('RCV-15: with a sender list, only its addresses are accepted', async () => {
    const listed = await start(adapter, { senders: { addresses: ['127.0.0.0/8'] } });
    const foreign = await start(adapter, { senders: { addresses: ['203.0.113.7'] } });
    expect((await listed.sender.send()).status).toBe(204);
    expect(await foreign.sender.send()).toMatchObject({ status: 403, body: 'sender-not-allowed' });
  });

  test('a content type that the framework does not know, or none, is no obstacle', async () => {
    const { port, processed } = await start(adapter);
    for (const type of ['application/cloudevents+json', 'text/plain', undefined]) {
      const { headers, body } = signedRequest({ secret: SECRET });
      const { 'Content-Type': _, ...others } = headers;
      const head = headOf(PATH, {
        ...others,
        ...(type === undefined ? {} : { 'Content-Type': type }),
        'Content-Length': String(body.length),
      });
      expect(await rawExchange(port, [head, body])).toMatchObject({ status: 204 });
    }
    expect(processed).toHaveLength(3);
  });

  test('RCV-14: work that takes long goes on after the answer, and a failure before it is answered 500', async () => {
    let release = () => {};
    const work = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done: string[] = [];
    const receiver = createReceiver({
      secret: SECRET,
      answerWithinMs: 20,
      onFailure: () => undefined,
      onEvent: async ({ Type }) => {
        if (Type === 'articolo.Create') throw new Error('the database is away');
        await work;
        done.push(Type);
      },
    });
    const { url } = await serve(await adapter.listener(receiver));
    const sender = createTestSender({ to: url, secret: SECRET });
    expect((await sender.send()).status).toBe(202);
    expect(await sender.send({ evento: exampleEvento('articolo.Create') })).toMatchObject({ status: 500, body: 'not-processed' });
    expect(done).toEqual([]);
    release();
    await receiver.idle();
    expect(done).toEqual(['Anagrafica.Create']);
  });
});

describe.for(READING_ADAPTERS)('$name', (adapter) => {
  test('a body that drips in too slowly is refused with 408, and the connection ends', async () => {
    const { port, refused } = await start(adapter, { bodyWithinMs: 50 });
    const { headers, body } = signedRequest({ secret: SECRET });
    const head = headOf(PATH, { ...headers, Connection: 'keep-alive', 'Content-Length': String(body.length) });
    const answer = await rawExchange(port, [head, body.subarray(0, 10)]);
    expect([answer.status, answer.body, refused]).toEqual([408, 'body-too-slow', ['body-too-slow']]);
    expect(answer.head).toContain('connection: close');
  });

  test('a connection that ends within the body has no effect and leaves the receiver able to answer the next', async () => {
    const { port, sender, processed, refused } = await start(adapter);
    const { headers, body } = signedRequest({ secret: SECRET });
    const { connect } = await import('node:net');
    const socket = connect(port, '127.0.0.1');
    socket.write(headOf(PATH, { ...headers, 'Content-Length': String(body.length) }));
    socket.write(body.subarray(0, 10), () => socket.resetAndDestroy());
    await expect.poll(() => refused).toEqual(['body-incomplete']);
    expect((await sender.send()).status).toBe(204);
    expect(processed).toHaveLength(1);
  });

  test('a limit above that of the framework is the one that counts', async () => {
    const { port, processed } = await start(adapter, { bodyBytesMax: 3 * 2 ** 20 });
    expect(await post(port, padded(2 * 2 ** 20), false)).toMatchObject({ status: 204 });
    expect(processed).toHaveLength(1);
  });

  test('a body without end is refused, not kept', async () => {
    const { port, refused } = await start(adapter, { bodyBytesMax: 1000 });
    const { headers } = signedRequest({ secret: SECRET });
    const mebibyte = chunk(new Uint8Array(2 ** 20));
    const head = headOf(PATH, { ...headers, 'Transfer-Encoding': 'chunked' });
    await rawExchange(port, [head, ...Array(20).fill(mebibyte)]).catch(() => undefined); // the answer may be lost in what was still on its way
    await expect.poll(() => refused).toEqual(['body-too-large']);
  });
});

/** A delivery whose body has exactly that many bytes. */
function padded(length: number) {
  const evento = exampleEvento('articolo.Create');
  const bare = JSON.stringify(evento);
  return signedRequest({ secret: SECRET, body: Buffer.from(bare + ' '.repeat(length - Buffer.byteLength(bare))) });
}

async function post(port: number, { headers, body }: ReturnType<typeof signedRequest>, chunked: boolean) {
  const framing = chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': String(body.length) };
  const pieces = chunked ? [chunk(body.subarray(0, 70_000)), chunk(body.subarray(70_000)), chunk(new Uint8Array())] : [body];
  return rawExchange(port, [headOf(PATH, { ...headers, ...framing }), ...pieces]);
}
