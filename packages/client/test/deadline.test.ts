import { expect, onTestFinished, test, vi } from 'vitest';
import { type ClientOptions, createClient } from '../src/index.ts';
import { ok, problem, scriptedService, withLogins } from './scripted-service.ts';
import { virtualClock } from './virtual-clock.ts';

/** A call, once the service has seen this many of its requests. */
async function underway(call: Promise<unknown>, seen: readonly unknown[], count: number): Promise<{ ended: Promise<unknown> }> {
  const ended = call.catch((error: unknown) => error);
  await expect.poll(() => seen.length, { interval: 1 }).toBe(count);
  return { ended };
}

/** The timer of the deadline fires when the test says so. */
function withoutRealTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test('an attempt that never ends is ended by the deadline, with the key', async () => {
  await using service = await scriptedService(withLogins(() => 'hang'));
  withoutRealTimers();
  const { anagrafica } = createClient(service.options).company(1, 'l');
  const { ended } = await underway(anagrafica.create({ nome: 'Rossi' }, { timeoutMs: 5000 }), service.seen, 2);
  vi.advanceTimersByTime(5000);
  expect(await ended).toMatchObject({ code: 'timeout', attempts: 1, idempotencyKey: service.calls()[0]?.headers['idempotency-key'] });
});

test('a login that never ends is ended by the deadline of the call', async () => {
  await using service = await scriptedService(() => 'hang');
  withoutRealTimers();
  const { ended } = await underway(createClient(service.options).company(1, 'l').articolo.get(1, { timeoutMs: 5000 }), service.seen, 1);
  vi.advanceTimersByTime(5000);
  expect(await ended).toMatchObject({ code: 'timeout', attempts: 0, operation: 'authenticate' });
});

test('a fetch that does not heed its signal is left behind at the deadline', async () => {
  const called: string[] = [];
  const deaf: ClientOptions['fetch'] = (url) => {
    called.push(url);
    return new Promise(() => {});
  };
  withoutRealTimers();
  const addresses = { adminUrl: 'http://admin.test', customerUrl: 'http://customer.test' };
  const options = { ...addresses, apiKey: 'k', applicationId: 'x', userName: 'u', password: 'p', fetch: deaf };
  const { ended } = await underway(createClient(options).authenticate(), called, 1);
  vi.advanceTimersByTime(30_000);
  expect(await ended).toMatchObject({ code: 'timeout', operation: 'authenticate' });
});

test('waits never reach beyond the deadline', async () => {
  const clock = virtualClock();
  await using service = await scriptedService(withLogins(() => problem(503, 'unavailable')));
  const options = { ...service.options, clock, random: () => 0.99, retry: { maxAttempts: 50, budget: 100 } };
  const call = createClient(options).company(1, 'l').articolo.get(1, { timeoutMs: 10_000 });
  await expect(call).rejects.toMatchObject({ code: 'service-failure', status: 503 });
  expect(clock.now()).toBeLessThan(10_000);
  expect(clock.waits.slice(0, 4)).toEqual([99, 198, 396, 792]);
});

test('the signal ends a call in the middle of its attempt', async () => {
  await using service = await scriptedService(withLogins(() => 'hang'));
  const abort = new AbortController();
  const { anagrafica } = createClient(service.options).company(1, 'l');
  const { ended } = await underway(anagrafica.create({ nome: 'Rossi' }, { signal: abort.signal }), service.seen, 2);
  const reason = new Error('enough');
  abort.abort(reason);
  expect(await ended).toMatchObject({
    code: 'aborted',
    cause: reason,
    attempts: 1,
    idempotencyKey: service.calls()[0]?.headers['idempotency-key'],
  });
});

test('the signal ends a call in the middle of a wait', async () => {
  await using service = await scriptedService(withLogins(() => ({ status: 409, headers: { 'Retry-After': '20' } })));
  const abort = new AbortController();
  const waits: number[] = [];
  const onEvent: ClientOptions['onEvent'] = (event) => event.type === 'wait' && waits.push(event.waitMs);
  const { anagrafica } = createClient({ ...service.options, onEvent }).company(1, 'l');
  const { ended } = await underway(anagrafica.create({ nome: 'Rossi' }, { signal: abort.signal }), waits, 1);
  abort.abort();
  expect(await ended).toMatchObject({ code: 'aborted', attempts: 1 });
});

test('a signal that has come already sends nothing', async () => {
  await using service = await scriptedService(withLogins(ok));
  const call = createClient(service.options).company(1, 'l').articolo.get(1, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ code: 'aborted', attempts: 0 });
  expect(service.seen).toEqual([]);
});

test('a caller who gives up while others wait for the login leaves them alone', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await using service = await scriptedService(withLogins(ok));
  const options: ClientOptions = {
    ...service.options,
    async fetch(url, init) {
      if (url.endsWith('/authenticate')) await held;
      return fetch(url, init);
    },
  };
  const { articolo } = createClient(options).company(1, 'l');
  const abort = new AbortController();
  const abandoned = articolo.get(1, { signal: abort.signal });
  const patient = articolo.get(2);
  abort.abort();
  await expect(abandoned).rejects.toMatchObject({ code: 'aborted' });
  release();
  expect((await patient).status).toBe(200);
  expect(service.logins()).toHaveLength(1);
});

test('a login that nobody waits for any more is given up, and the next call starts another', async () => {
  await using service = await scriptedService((request, seen) => (seen.length === 1 ? 'hang' : withLogins(ok)(request, seen)));
  const { articolo } = createClient(service.options).company(1, 'l');
  const abort = new AbortController();
  const { ended } = await underway(articolo.get(1, { signal: abort.signal }), service.seen, 1);
  abort.abort();
  expect(await ended).toMatchObject({ code: 'aborted' });
  expect((await articolo.get(1)).status).toBe(200);
  expect(service.logins()).toHaveLength(2);
});
