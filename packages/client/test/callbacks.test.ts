import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileTokenStorage } from '../src/file-token-storage.ts';
import { type ClientEvent, type ClientOptions, type Clock, createClient, type TokenStorage } from '../src/index.ts';
import { tracing } from '../src/opentelemetry.ts';
import { createPathClient } from '../src/paths.ts';
import { ok, problem, type Script, scriptedService, withLogins } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

const fault = new RangeError('a fault of the user');
const throwing = (): never => {
  throw fault;
};
/** A value as a program in JavaScript hands it over, whatever the types say. */
const fromJavaScript = <T>(value: unknown): T => value as T;

/** What the console is told, and what rejects with nobody to hear it: the latter would end the process. */
function overheard() {
  const complaints: unknown[][] = [];
  const unheard: unknown[] = [];
  const onRejection = (error: unknown): void => void unheard.push(error);
  const spy = vi.spyOn(console, 'error').mockImplementation((...what) => void complaints.push(what));
  process.on('unhandledRejection', onRejection);
  onTestFinished(() => {
    spy.mockRestore();
    process.off('unhandledRejection', onRejection);
  });
  return {
    complaints,
    /** After the turn of the event loop in which they are found out. */
    async unheard() {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return unheard;
    },
  };
}

async function getWith(options: Partial<ClientOptions>, script: Script = ok): Promise<unknown> {
  await using service = await scriptedService(withLogins(script));
  const { articolo } = createClient({ ...service.options, ...options }).company(1, 'l');
  return await articolo.get(1).catch((error: unknown) => error);
}

test.for<[string, () => unknown]>([
  ['throws', throwing],
  ['rejects', () => Promise.reject(fault)],
  ['rejects later', () => new Promise((_, reject) => setTimeout(reject, 1, fault))],
  ['never ends', () => new Promise(() => {})],
  ['answers what throws when it is waited for', () => Object.defineProperty({}, 'then', { get: throwing })],
])('a listener that %s ends nothing, and is complained of once at most', async ([name, onEvent]) => {
  const { complaints, unheard } = overheard();
  expect(await getWith({ onEvent: fromJavaScript(onEvent) })).toMatchObject({ status: 200, attempts: 1 });
  expect(await unheard()).toEqual([]);
  expect(complaints.map((what) => what.at(-1))).toEqual(name === 'never ends' ? [] : [fault]);
});

test('a tracer that throws ends nothing, and each of its spans is ended', async () => {
  const { unheard } = overheard();
  let ended = 0;
  const span = { setAttributes: throwing, addEvent: throwing, setStatus: throwing, end: () => (ended += 1) };
  expect(await getWith(tracing({ startSpan: () => span }))).toMatchObject({ status: 200 });
  expect(await getWith(tracing({ startSpan: throwing }))).toMatchObject({ status: 200 });
  expect({ ended, unheard: await unheard() }).toEqual({ ended: 2, unheard: [] });
});

const forever = (): Promise<never> => new Promise(() => {});

test.for<[string, Partial<TokenStorage>]>([
  ['load throws', { load: throwing }],
  ['load rejects', { load: () => Promise.reject(fault) }],
  ['load never answers', { load: forever }],
  ['load answers no text', { load: () => fromJavaScript(Promise.resolve({ token: 't' })) }],
  ['load answers what no header can hold', { load: async () => 'two\nlines' }],
  ['save throws', { save: throwing }],
  ['save rejects', { save: () => Promise.reject(fault) }],
  ['save never answers', { save: forever }],
])('a storage whose %s costs a login, and is reported', async ([, faulty]) => {
  const { unheard } = overheard();
  await using service = await scriptedService(withLogins(ok));
  const events: ClientEvent[] = [];
  const tokenStorage = { load: async () => undefined, save: async () => {}, ...faulty };
  const client = createClient({ ...service.options, tokenStorage, onEvent: (event) => events.push(event), timeoutMs: 1000 });
  const { articolo } = client.company(1, 'l');
  expect(await articolo.get(1)).toMatchObject({ status: 200, attempts: 1 });
  expect(await articolo.get(1)).toMatchObject({ status: 200, attempts: 1 });
  expect(service.logins()).toHaveLength(1);
  expect(events.filter(({ type }) => type === 'token-storage-failed')).toHaveLength(1);
  expect(await unheard()).toEqual([]);
});

test('a token that was obtained is there for the next call while the storage still saves it', async () => {
  await using service = await scriptedService(withLogins(ok));
  const saved: string[] = [];
  const tokenStorage: TokenStorage = {
    load: async () => undefined,
    save(token) {
      saved.push(token);
      return forever();
    },
  };
  const { articolo } = createClient({ ...service.options, tokenStorage }).company(1, 'l');
  const abort = new AbortController();
  const first = articolo.get(1, { signal: abort.signal }).catch((error: unknown) => error);
  await expect.poll(() => saved.length, { interval: 1 }).toBe(1);
  abort.abort();
  expect(await first).toMatchObject({ code: 'aborted' });
  expect((await articolo.get(1)).status).toBe(200);
  expect(service.logins()).toHaveLength(1);
});

test('without a listener a storage that fails is told to the console, once, and without what may be secret', async () => {
  const { complaints } = overheard();
  await getWith({ tokenStorage: { load: () => Promise.reject(new RangeError('the-token')), save: () => Promise.reject(fault) } });
  expect(complaints).toHaveLength(1);
  expect(String(complaints)).not.toContain('the-token');
});

test('a token file that cannot be written leaves nothing behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'client-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'token'));
  await expect(fileTokenStorage(join(folder, 'token')).save('t')).rejects.toThrow();
  expect(await readdir(folder)).toEqual(['token']);
});

const noHeaders = { status: 200, type: 'basic', text: async () => '{}' };

test.for<[string, () => unknown]>([
  ['throws', throwing],
  ['rejects', () => Promise.reject(fault)],
  ['rejects with nothing', () => Promise.reject(undefined)],
  ['rejects with what has no text', () => Promise.reject(Object.create(null))],
  [
    'rejects with a cause that throws',
    () => Promise.reject(new Error('x', { cause: Object.defineProperty({}, 'code', { get: throwing }) })),
  ],
  ['rejects with a message that is none', () => Promise.reject(Object.assign(new Error('x'), { message: Symbol('x') }))],
  ['answers nothing', async () => undefined],
  ['answers an object', async () => ({})],
  ['answers no headers', async () => noHeaders],
  ['answers no text', async () => ({ ...noHeaders, headers: new Headers(), text: async () => 5 })],
  ['answers a status that is none', async () => ({ ...noHeaders, headers: new Headers(), status: '200' })],
  ['answers a network error', async () => Response.error()],
  ['answers a body that fails', async () => new Response(new ReadableStream({ start: (stream) => stream.error(fault) }))],
  [
    'answers a body that was read',
    async () => {
      const response = new Response('{}');
      await response.text();
      return response;
    },
  ],
])('a fetch that %s is a lost connection: repeated, then an error with the key', async ([, faulty]) => {
  const { unheard } = overheard();
  await using service = await scriptedService(withLogins(ok));
  const fetchOnce: ClientOptions['fetch'] = (url, init) => fromJavaScript(url.endsWith('/authenticate') ? fetch(url, init) : faulty());
  const options = { ...service.options, fetch: fetchOnce, clock: virtualClock() };
  const call = createClient(options).company(1, 'l').anagrafica.create({ nome: 'Rossi' }, { idempotencyKey: 'mine' });
  await expect(call).rejects.toMatchObject({ code: 'transport', attempts: 4, idempotencyKey: 'mine', operation: 'createAnagrafica' });
  const byPath = createPathClient(options).company(1, 'l').GET('/api/{version}/{companyId}/articolo');
  await expect(byPath).rejects.toMatchObject({ code: 'transport', attempts: 4 });
  expect(await unheard()).toEqual([]);
});

test('a fetch that rejects after the call was given up ends nothing', async () => {
  const { unheard } = overheard();
  const late: ClientOptions['fetch'] = () => new Promise((_, reject) => setTimeout(reject, 5, fault));
  const { articolo } = createClient({ ...unreachable, fetch: late }).company(1, 'l');
  await expect(articolo.get(1, { timeoutMs: 1 })).rejects.toMatchObject({ code: 'timeout' });
  expect(await unheard()).toEqual([]);
});

const unreachable = { adminUrl: 'http://a', customerUrl: 'http://c', apiKey: 'k', applicationId: 'x', userName: 'u', password: 'p' };
const once: Script = (_, seen) => (seen.length === 2 ? problem(503, 'unavailable') : { status: 200, body: { id: 1 } });

test.for<[string, Clock]>([
  ['now throws', { ...virtualClock(), now: throwing }],
  ['now answers no number', { ...virtualClock(), now: () => Number.NaN }],
  ['now answers a promise', { ...virtualClock(), now: () => fromJavaScript(Promise.reject(fault)) }],
  ['sleep throws', { ...virtualClock(), sleep: throwing }],
  ['sleep rejects', { ...virtualClock(), sleep: () => Promise.reject(fault) }],
])('a clock whose %s costs no answer, and is reported', async ([, clock]) => {
  const { unheard } = overheard();
  const events: ClientEvent[] = [];
  const options = { clock, onEvent: (event: ClientEvent) => events.push(event), random: () => 0 };
  expect(await getWith(fromJavaScript(options), once)).toMatchObject({ status: 200, attempts: 2 });
  expect(events).toContainEqual({ type: 'callback-failed', callback: 'clock', reason: expect.any(String) });
  expect(await unheard()).toEqual([]);
});

test('a clock whose wait never ends holds a call no longer than its deadline', async () => {
  const clock: Clock = { now: () => 0, sleep: forever };
  expect(await getWith({ clock, timeoutMs: 300 }, () => problem(503, 'unavailable'))).toMatchObject({ code: 'timeout', attempts: 1 });
});

test.for<[string, () => unknown]>([
  ['throws', throwing],
  ['answers no number', () => Number.NaN],
  ['answers 1', () => 1],
  ['answers a negative number', () => -5],
  ['answers a promise', () => Promise.reject(fault)],
])('a source of chance that %s costs no answer, and is reported', async ([, random]) => {
  const { unheard } = overheard();
  const events: ClientEvent[] = [];
  const clock = virtualClock();
  const options = { random, clock, onEvent: (event: ClientEvent) => events.push(event) };
  expect(await getWith(fromJavaScript(options), once)).toMatchObject({ status: 200, attempts: 2 });
  expect(clock.waits).toEqual([expect.toSatisfy((ms: number) => ms >= 0 && ms < 100)]);
  expect(events).toContainEqual({ type: 'callback-failed', callback: 'random', reason: expect.any(String) });
  expect(await unheard()).toEqual([]);
});

test.for<[string, () => unknown]>([
  ['throws', throwing],
  ['answers a promise', () => Promise.reject(fault)],
  ['answers no verdict', () => true],
])('a validator that %s costs no answer, and is reported', async ([, validate]) => {
  const { unheard } = overheard();
  const events: ClientEvent[] = [];
  const options = { validate, onEvent: (event: ClientEvent) => events.push(event) };
  expect(await getWith(fromJavaScript(options))).toMatchObject({ status: 200, data: { id: 1 } });
  expect(events).toContainEqual({ type: 'callback-failed', callback: 'validate', reason: expect.any(String) });
  expect(await unheard()).toEqual([]);
});
