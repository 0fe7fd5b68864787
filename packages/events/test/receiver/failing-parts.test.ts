import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchReceiver } from '../../src/fetch.ts';
import { createReceiver, type DedupeStore, type ReceiverOptions } from '../../src/index.ts';
import { nodeReceiver } from '../../src/node.ts';
import { createTestSender, exampleEvento } from '../../src/testing.ts';
import { serve } from '../adapter/served.ts';

const nothing = () => undefined;
const never = () => new Promise<never>(nothing);
const throws = () => {
  throw new Error('at once');
};
const rejects = async () => {
  throw new Error('late');
};
const throwsNull = () => {
  throw null;
};

const unhandled: unknown[] = [];
const keep = (error: unknown) => void unhandled.push(error);

beforeEach(() => {
  process.on('unhandledRejection', keep);
  vi.spyOn(console, 'error').mockImplementation(nothing);
});

afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', keep);
  vi.restoreAllMocks();
  expect(unhandled.splice(0)).toEqual([]);
});

function start(
  { secrets = [{ name: 'default', secret: 'whsec' }], ...options }: Omit<Partial<ReceiverOptions<undefined>>, 'secret'>,
  context: Parameters<ReturnType<typeof fetchReceiver>>[1] = {},
) {
  const receiver = createReceiver({ secrets, onEvent: nothing, answerWithinMs: 100, ...options });
  const handle = fetchReceiver(receiver);
  const sender = createTestSender({ to: (request) => handle(request, context), secret: 'whsec' });
  return { receiver, sender };
}

const LISTENERS: readonly [string, () => unknown][] = [
  ['throws', throws],
  ['throws null', throwsNull],
  ['rejects', rejects],
  ['never ends', never],
];

describe.each(LISTENERS)('a listener that %s', (_, listener) => {
  test('costs neither answers nor the process', async () => {
    const bad = listener as () => void;
    const { receiver, sender } = start({ onRefused: bad, onFailure: bad, onEvent: throws });
    expect([(await sender.tamper('body')).status, (await sender.send()).status]).toEqual([400, 500]);
    await receiver.idle();
  });

  test('as waitUntil costs no answer', async () => {
    const { sender } = start({}, { waitUntil: listener as () => void });
    expect((await sender.send()).status).toBe(204);
  });
});

describe.each([
  ['throws', throws],
  ['throws null', throwsNull],
  ['rejects', rejects],
  ['never ends', never],
  ['answers nothing', nothing],
  ['answers what is no outcome', async () => 'done'],
])('a dedupe store that %s', (_, once) => {
  test('is answered by what has the event sent again, and nothing waits for it for ever', async () => {
    const failures: unknown[] = [];
    const dedupe = { once } as unknown as DedupeStore<undefined>;
    const { receiver, sender } = start({ dedupe, workWithinMs: 20, onFailure: ({ evento }) => void failures.push(evento?.Type) });
    expect((await sender.send()).status).toBe(500);
    await receiver.idle();
    expect(failures).toEqual(['Anagrafica.Create']);
  });
});

describe.each<[string, () => never]>([
  ['throws', throws],
  ['throws null', throwsNull],
  ['rejects', rejects as () => never],
  ['never ends', never as () => never],
  ['gives nothing', nothing as () => never],
  ['gives a secret without a name', (() => [{ secret: 'whsec' }]) as unknown as () => never],
  ['gives an empty secret', (() => [{ name: 'a', secret: '' }]) as unknown as () => never],
])('a secrets function that %s', (_, secrets) => {
  test('is a failure of this delivery', async () => {
    const failures: unknown[] = [];
    const { sender } = start({ secrets, onFailure: ({ evento }) => void failures.push(evento) });
    expect([(await sender.send()).body, failures]).toEqual(['not-processed', [undefined]]);
  });
});

test.each([undefined, null, Number.NaN, '1700000000', throws])('the clock %s is a failure, and not another time', async (now) => {
  const nowSeconds = (typeof now === 'function' ? now : () => now) as () => number;
  expect((await start({ nowSeconds }).sender.send()).status).toBe(500);
});

test('an adapter whose body never ends is too slow', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const { receiver } = start({ bodyWithinMs: 5 });
  const header = () => 't=1,v2=a';
  const answered = receiver.receive({
    method: 'POST',
    remoteAddress: undefined,
    header: (name) => (name === 'Service-Signature' ? header() : undefined),
    readBody: never,
  });
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  expect((await answered).body).toBe('body-too-slow');
});

test('a receiver that a user wrapped, and that rejects, is answered 500 by node:http', async () => {
  const { receiver } = start({});
  const { url } = await serve(nodeReceiver({ ...receiver, receive: rejects }));
  expect((await createTestSender({ to: url, secret: 'whsec' }).send()).status).toBe(500);
});

describe('work that never ends', () => {
  const evento = exampleEvento('articolo.Update');

  test('counts as lost after its time: idle ends, and the event is done when it comes again', async () => {
    const codes: unknown[] = [];
    let runs = 0;
    const onEvent = () => {
      runs += 1;
      return runs === 1 ? never() : undefined;
    };
    const onFailure: ReceiverOptions<undefined>['onFailure'] = ({ error, answered }) =>
      void codes.push([error instanceof Error && 'code' in error && error.code, answered]);
    const { receiver, sender } = start({ onEvent, onFailure, answerWithinMs: 5, workWithinMs: 50 });
    expect((await sender.send({ evento })).status).toBe(202);
    await receiver.idle();
    expect([(await sender.send({ evento })).status, runs, codes]).toEqual([204, 2, [['work-too-slow', true]]]);
  });

  test('blocks no other event', async () => {
    const { sender } = start({ onEvent: ({ EventGuid }) => (EventGuid === evento.EventGuid ? never() : undefined), answerWithinMs: 5 });
    expect([(await sender.send({ evento })).status, (await sender.send()).status]).toEqual([202, 204]);
  });

  test('is confirmed to nobody who waits for it, and done by whom it was left to', async () => {
    let runs = 0;
    const onEvent = () => {
      runs += 1;
      return runs === 1 ? never() : undefined;
    };
    const { receiver, sender } = start({ onEvent, onFailure: nothing, answerWithinMs: 5, workWithinMs: 100 });
    const statuses = (await sender.duplicate({ evento }, 3)).map(({ status }) => status);
    expect(statuses).toEqual([202, 503, 503]);
    await receiver.idle();
    // One of the two went on by himself, and the other found it done.
    expect([runs, (await sender.send({ evento })).status]).toEqual([2, 204]);
  });
});
