import fastify from 'fastify';
import { expect, test } from 'vitest';
import type { SqlDedupeOptions } from '../src/dedupe-sql.ts';
import { type FastifyReceiverOptions, fastifyReceiver } from '../src/fastify.ts';
import type { FetchContext } from '../src/fetch.ts';
import { createReceiver, type MemoryDedupeOptions, type ReceiverOptions, type SenderListOptions, verify } from '../src/index.ts';
import { createTestSender, type SignedRequestOptions, signedRequest, type TestSenderOptions } from '../src/testing.ts';

/** What may be left out may be undefined too: compiled with `exactOptionalPropertyTypes`. */
type Undefined<Options, Kept extends keyof Options = never> = { readonly [Name in keyof Omit<Options, Kept>]-?: undefined };

const receiverOptions: Undefined<ReceiverOptions<undefined>, 'onEvent' | 'secret'> = {
  secrets: undefined,
  toleranceSeconds: undefined,
  headerWord: undefined,
  senders: undefined,
  bodyBytesMax: undefined,
  bodyWithinMs: undefined,
  answerWithinMs: undefined,
  workWithinMs: undefined,
  whenLate: undefined,
  onRefused: undefined,
  onFailure: undefined,
  nowSeconds: undefined,
  dedupe: undefined,
};

const signing: Undefined<SignedRequestOptions, 'secret'> = {
  evento: undefined,
  body: undefined,
  url: undefined,
  timestamp: undefined,
  headerWord: undefined,
};

export const others: readonly [
  MemoryDedupeOptions,
  SqlDedupeOptions,
  FastifyReceiverOptions,
  FetchContext,
  Omit<SenderListOptions, 'addresses'>,
  Omit<TestSenderOptions, 'to' | 'secret'>,
] = [
  { eventsMax: undefined },
  { table: undefined, nowMs: undefined },
  { path: undefined },
  { remoteAddress: undefined, waitUntil: undefined },
  { trustedProxies: undefined, forwardedHeader: undefined },
  { headerWord: undefined },
];

test('what is undefined is not given', () => {
  const options: ReceiverOptions<undefined> = { ...receiverOptions, secret: 'whsec', onEvent: () => undefined };
  expect(() => createReceiver(options)).not.toThrow();
  const { headers, body } = signedRequest({ ...signing, secret: 'whsec' });
  const [header] = Object.entries(headers).flatMap(([name, value]) => (name === 'Service-Signature' ? [value] : []));
  const bounds = { toleranceSeconds: undefined, nowSeconds: undefined };
  expect(verify({ header, body, secret: 'whsec', ...bounds }).secretIndex).toBe(0);
});

const onEvent = () => undefined;

test('a receiver without a secret, without its work, or with a misspelt option does not compile', () => {
  const secret: string | undefined = process.env.NO_SUCH_SECRET;
  const wrong = [
    // @ts-expect-error: no secret
    () => createReceiver({ onEvent }),
    // @ts-expect-error: a secret that may be missing
    () => createReceiver({ secret, onEvent }),
    // @ts-expect-error: two ways to give secrets
    () => createReceiver({ secret: 'whsec', secrets: [{ name: 'a', secret: 'b' }], onEvent }),
    // @ts-expect-error: no work
    () => createReceiver({ secret: 'whsec' }),
    // @ts-expect-error: no option of this name
    () => createReceiver({ secret: 'whsec', onEvent, onEvents: onEvent }),
    // @ts-expect-error: no options at all
    () => createReceiver(),
  ];
  for (const make of wrong) expect(make).toThrow(TypeError);
});

test.each<[string, object]>([
  ['toleranceSeconds', { toleranceSeconds: Number.NaN }],
  ['toleranceSeconds', { toleranceSeconds: '5' }],
  ['toleranceSeconds', { toleranceSeconds: -1 }],
  ['toleranceSeconds', { toleranceSeconds: null }],
  ['nowSeconds', { nowSeconds: Number.NaN }],
  ['nowSeconds', { nowSeconds: '5' }],
])('verify refuses the %s of %j', (_, wrong) => {
  const { body } = signedRequest({ secret: 'whsec' });
  expect(() => verify({ header: 't=1,v2=a', body, secret: 'whsec', ...wrong })).toThrow(TypeError);
});

test.each<object>([{ timestamp: Number.NaN }, { timestamp: 1.5 }, { timestmp: 5 }, { headerWord: 'a b' }, { body: '{}' }])(
  'a delivery for tests refuses %j',
  (wrong) => {
    expect(() => signedRequest({ secret: 'whsec', ...wrong })).toThrow(TypeError);
  },
);

test.each<object>([{ to: 5 }, { to: 'nowhere' }, { headerword: 'Acme' }, { secret: '' }])(
  'a sender for tests refuses %j',
  async (wrong) => {
    const right = { to: () => new Response(), secret: 'whsec' };
    expect(() => createTestSender({ ...right, ...wrong })).toThrow(TypeError);
    await expect(createTestSender(right).duplicate({}, Number.NaN)).rejects.toThrow(TypeError);
  },
);

test('the plugin of Fastify refuses a misspelt option', () => {
  const receiver = createReceiver({ secret: 'whsec', onEvent: () => undefined });
  const misspelt: object = { pth: '/webhook' };
  expect(() => fastifyReceiver(receiver, misspelt)).toThrow(TypeError);
});

test('the plugin of Fastify refuses a path that register got in its place', async () => {
  const receiver = createReceiver({ secret: 'whsec', onEvent: () => undefined });
  await expect(async () => fastify().register(fastifyReceiver(receiver), { path: '/webhook' })).rejects.toThrow(TypeError);
  await expect(fastify().register(fastifyReceiver(receiver), { prefix: '/webhook' }).ready()).resolves.toBeDefined();
});
