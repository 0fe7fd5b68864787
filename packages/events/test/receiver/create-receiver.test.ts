import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fetchReceiver } from '../../src/fetch.ts';
import * as node from '../../src/index.ts';
import { createTestSender, exampleEvento } from '../../src/testing.ts';
import * as web from '../../src/web.ts';

const ENTRIES = [
  { name: 'node:crypto', createReceiver: node.createReceiver },
  { name: 'Web Crypto', createReceiver: web.createReceiver },
];

const nothing = () => undefined;

describe.for(ENTRIES)('$name', ({ createReceiver }) => {
  test('several webhooks send to one endpoint: each delivery is attributed to the secret that signed it', async () => {
    const seen: string[] = [];
    const secrets = [
      { name: 'warehouse', secret: 'whsec_a' },
      { name: 'shop', secret: 'whsec_b' },
    ];
    const handle = fetchReceiver(createReceiver({ secrets, onEvent: (_, { webhook }) => void seen.push(webhook) }));
    for (const secret of ['whsec_b', 'whsec_a', 'whsec_c']) await createTestSender({ to: handle, secret }).send();
    expect(seen).toEqual(['shop', 'warehouse']);
  });

  test('rotation: the old secret and the new one are good together, until the old one is gone, without a restart', async () => {
    let current = [{ name: 'old', secret: 'whsec_old' }];
    const seen: string[] = [];
    const receiver = createReceiver({ secrets: async () => current, onEvent: (_, { webhook }) => void seen.push(webhook) });
    const [oldSender, newSender] = ['whsec_old', 'whsec_new'].map((secret) => createTestSender({ to: fetchReceiver(receiver), secret }));
    const statuses = async () => [(await oldSender?.send())?.status, (await newSender?.send())?.status];
    expect(await statuses()).toEqual([204, 400]);
    current = [...current, { name: 'new', secret: 'whsec_new' }];
    expect(await statuses()).toEqual([204, 204]);
    current = current.slice(1);
    expect(await statuses()).toEqual([400, 204]);
    expect(seen).toEqual(['old', 'old', 'new', 'new']);
  });

  test('RCV-13: the same event through two webhooks is processed once', async () => {
    const seen: string[] = [];
    const secrets = ['a', 'b'].map((name) => ({ name, secret: `whsec_${name}` }));
    const handle = fetchReceiver(createReceiver({ secrets, onEvent: ({ EventGuid }) => void seen.push(EventGuid) }));
    const evento = exampleEvento('articolo.Update');
    for (const { secret } of secrets) expect((await createTestSender({ to: handle, secret }).send({ evento })).status).toBe(204);
    expect(seen).toEqual([evento.EventGuid]);
  });

  test('RCV-13: what failed is processed when it comes again, and duplicates that came at once share its end', async () => {
    let fails = true;
    const seen: string[] = [];
    const receiver = createReceiver({
      secret: 'whsec',
      onFailure: nothing,
      onEvent: async ({ EventGuid }) => {
        await new Promise((resolve) => setImmediate(resolve));
        if (fails) throw new Error('not now');
        seen.push(EventGuid);
      },
    });
    const sender = createTestSender({ to: fetchReceiver(receiver), secret: 'whsec' });
    const evento = exampleEvento('articolo.Update');
    expect((await sender.duplicate({ evento }, 3)).map(({ status }) => status)).toEqual([500, 500, 500]);
    fails = false;
    expect((await sender.duplicate({ evento }, 3)).map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(seen).toEqual([evento.EventGuid]);
  });

  test('RCV-14: with a bound of 0 the answer comes before the work, and a later failure is reported', async () => {
    const failures: unknown[] = [];
    let fail = () => {};
    const work = new Promise<void>((_, reject) => {
      fail = () => reject(new Error('too late'));
    });
    const receiver = createReceiver({
      secret: 'whsec',
      answerWithinMs: 0,
      onFailure: ({ answered, evento }) => failures.push([answered, evento?.Type]),
      onEvent: () => work,
    });
    const kept: Promise<void>[] = [];
    const handle = fetchReceiver(receiver);
    const to = (request: Request) => handle(request, { waitUntil: (rest) => void kept.push(rest) });
    const { status } = await createTestSender({ to, secret: 'whsec' }).send();
    expect([status, failures, kept.length]).toEqual([202, [], 1]);
    fail();
    await Promise.all(kept);
    expect(failures).toEqual([[true, 'Anagrafica.Create']]);
  });

  test('work that is late is asked for again where that is wished, and the redelivery finds it done', async () => {
    let release = () => {};
    const work = new Promise<void>((resolve) => {
      release = resolve;
    });
    const seen: string[] = [];
    const receiver = createReceiver({
      secret: 'whsec',
      answerWithinMs: 5,
      whenLate: 'retry',
      onEvent: async ({ Type }) => {
        await work;
        seen.push(Type);
      },
    });
    const sender = createTestSender({ to: fetchReceiver(receiver), secret: 'whsec' });
    const first = await sender.send();
    expect([first.status, first.body, (await sender.redeliver(first)).status]).toEqual([503, 'in-progress', 503]);
    release();
    await receiver.idle();
    expect([(await sender.redeliver(first)).status, seen]).toEqual([204, ['Anagrafica.Create']]);
  });

  test('RCV-16: a type, or an Object, that the contract does not know reaches the handler', async () => {
    const seen: unknown[] = [];
    const receiver = createReceiver({ secret: 'whsec', onEvent: (evento) => void seen.push([evento.Type, node.isKnownEvento(evento)]) });
    const sender = createTestSender({ to: fetchReceiver(receiver), secret: 'whsec' });
    await sender.send({ evento: { ...exampleEvento('articolo.Create'), Type: 'Fornitore.Create', Extra: 1 } });
    await sender.send({ evento: { ...exampleEvento('articolo.Create'), Object: { nuovo: true } } });
    await sender.send({ evento: { ...exampleEvento('articolo.Create'), Extra: 1 } });
    expect(seen).toEqual([
      ['Fornitore.Create', false],
      ['articolo.Create', false],
      ['articolo.Create', true],
    ]);
  });

  test('a genuine body that is no event is refused', async () => {
    const handle = fetchReceiver(createReceiver({ secret: 'whsec', onEvent: nothing }));
    const sender = createTestSender({ to: handle, secret: 'whsec' });
    const bodies = ['', '{', '[]', '{"Type":"a.b"}'].map((text) => new TextEncoder().encode(text));
    const codes = [];
    for (const body of bodies) codes.push((await sender.send({ body })).body);
    expect(codes).toEqual(['invalid-json', 'invalid-json', 'not-an-event', 'not-an-event']);
  });

  test('what is no POST is answered 405, what is compressed 415, each with what would do', async () => {
    const handle = fetchReceiver(createReceiver({ secret: 'whsec', onEvent: nothing }));
    const get = await handle(new Request('http://localhost/'));
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
    const packed = await handle(new Request('http://localhost/', { method: 'POST', body: 'x', headers: { 'Content-Encoding': 'br' } }));
    expect([packed.status, packed.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });

  test('a fault of the configuration that shows only later is answered with 500 and reported, and is not a refusal', async () => {
    const failures: unknown[] = [];
    const secrets = () => Promise.reject(new Error('the vault is sealed'));
    const receiver = createReceiver({ secrets, onEvent: nothing, onFailure: ({ error }) => failures.push(error) });
    const attempt = await createTestSender({ to: fetchReceiver(receiver), secret: 'whsec' }).send();
    expect([attempt.status, attempt.body, failures]).toEqual([500, 'not-processed', [new Error('the vault is sealed')]]);
  });

  test('listeners that throw cost neither the answer nor the process', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(nothing);
    onTestFinished(() => errors.mockRestore());
    const broken = () => {
      throw new Error('the log is full');
    };
    const handle = fetchReceiver(createReceiver({ secret: 'whsec', onEvent: broken, onRefused: broken, onFailure: broken }));
    const sender = createTestSender({ to: handle, secret: 'whsec' });
    expect([(await sender.tamper('body')).status, (await sender.send()).status]).toEqual([400, 500]);
    expect(errors).toHaveBeenCalledTimes(2);
  });

  test('whatever comes, it is refused with a code of the package, and the next delivery is accepted', async () => {
    let events = 0;
    const onEvent = () => {
      events += 1;
    };
    const handle = fetchReceiver(createReceiver({ secret: 'whsec', onEvent }));
    const element = fc.constantFrom('t=', `t=${Math.floor(Date.now() / 1000)}`, 'v2=', `v2=${'a'.repeat(64)}`, ',', '=', 'v1=', 'x');
    const header = fc.array(element, { maxLength: 8 }).map((elements) => elements.join(''));
    const property = fc.asyncProperty(
      fc.constantFrom('POST', 'PUT', 'PATCH'),
      header,
      fc.uint8Array(),
      async (method, signature, bytes) => {
        const body = Uint8Array.from(bytes);
        const response = await handle(new Request('http://localhost/', { method, body, headers: { 'Service-Signature': signature } }));
        expect([response.status, await response.text()]).toEqual([
          expect.toSatisfy((s) => s === 400 || s === 405),
          expect.stringMatching(/^[-a-z0-9]+$/),
        ]);
      },
    );
    await fc.assert(property);
    expect([(await createTestSender({ to: handle, secret: 'whsec' }).send()).status, events]).toEqual([204, 1]);
  });

  test('D-13: the product word names the header', async () => {
    const handle = fetchReceiver(createReceiver({ secret: 'whsec', headerWord: 'Acme', onEvent: nothing }));
    expect((await createTestSender({ to: handle, secret: 'whsec', headerWord: 'Acme' }).send()).status).toBe(204);
    expect((await createTestSender({ to: handle, secret: 'whsec' }).send()).body).toBe('missing-header');
  });

  test.for<Record<string, unknown>>([
    {},
    { secret: 'a', onEvent: undefined },
    { secret: 'a', onEvent: 5 },
    { secret: 'a', onEvents: nothing },
    { secret: 'a', tolerance: 5 },
    { secret: 'a', toleranceSeconds: '5' },
    { secret: 'a', whenLate: 'retyr' },
    { secret: 'a', dedupe: {} },
    { secret: 'a', workWithinMs: Number.POSITIVE_INFINITY },
    { secret: 'a', workWithinMs: 0 },
    { secret: 'a', answerWithinMs: Number.NaN },
    { secret: 'a', bodyBytesMax: Number.NaN },
    { secret: 'a', bodyWithinMs: '1000' },
    { secret: 'a', nowSeconds: 1_700_000_000 },
    { secret: 'a', headerWord: 'two words' },
    { secret: 'a', senders: { adresses: ['203.0.113.7'] } },
    { secret: 'a', onRefused: 'log' },
    { secret: 'a', secrets: [{ name: 'b', secret: 'b' }] },
    { secret: '' },
    { secrets: [] },
    { secrets: [{ secret: 'b' }] },
    { secrets: [{ nme: 'b', secret: 'b' }] },
    { secrets: [{ name: 'b', secret: '' }] },
    { secret: 'a', senders: { addresses: ['nowhere'] } },
    { secret: 'a', answerWithinMs: Number.POSITIVE_INFINITY },
    { secret: 'a', answerWithinMs: -1 },
    { secret: 'a', bodyWithinMs: 0 },
    { secret: 'a', bodyBytesMax: 0 },
    { secret: 'a', toleranceSeconds: Number.NaN },
  ])('%j is a fault of the caller, found when the receiver is made', (options) => {
    const given: object = { onEvent: nothing, ...options };
    expect(() => createReceiver(given as Parameters<typeof createReceiver>[0])).toThrow(TypeError);
  });
});
