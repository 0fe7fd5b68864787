import { expect, onTestFinished, test, vi } from 'vitest';
import { type ClientOptions, createClient } from '../src/index.ts';
import { ok, problem, type Script, scriptedService, withLogins } from './scripted-service.ts';

/** A request to a platform such as workerd, which is over at some time. */
interface PlatformRequest {
  over: boolean;
}

/**
 * The rule of workerd: what a request began settles no more once it is over, neither with an answer nor by its signal. `during` says which
 * request begins what is fetched.
 */
function fetchOfPlatform() {
  let current: PlatformRequest = { over: false };
  const contextual: ClientOptions['fetch'] = (url, init) => {
    const owner = current;
    return new Promise((resolve, reject) => {
      const unlessOver =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          if (!owner.over) settle(value);
        };
      fetch(url, init).then(unlessOver(resolve), unlessOver(reject));
    });
  };
  return {
    fetch: contextual,
    during<T>(request: PlatformRequest, begin: () => T): T {
      current = request;
      return begin();
    },
  };
}

/** The first logins hang, so many of them. */
const hanging = (count: number): Script => {
  let left = count;
  const script = withLogins(ok);
  return (request, seen) => (request.path.endsWith('/authenticate') && left-- > 0 ? 'hang' : script(request, seen));
};

function withoutRealTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

test('who waits for the login of a request that gave up goes on by himself, well before his deadline', async () => {
  await using service = await scriptedService(hanging(1));
  const platform = fetchOfPlatform();
  const { articolo } = createClient({ ...service.options, fetch: platform.fetch }).company(1, 'l');
  const gone: PlatformRequest = { over: false };
  withoutRealTimers();
  const abort = new AbortController();
  const first = platform.during(gone, () => articolo.get(1, { signal: abort.signal })).catch((error: unknown) => error);
  await expect.poll(() => service.logins().length, { interval: 1 }).toBe(1);
  const second = articolo.get(2, { timeoutMs: 30_000 });
  abort.abort();
  gone.over = true;
  expect(await first).toMatchObject({ code: 'aborted' });
  platform.during({ over: false }, () => vi.advanceTimersByTime(10_000));
  expect((await second).status).toBe(200);
  expect(service.logins()).toHaveLength(2);
});

test('so does who comes long after a request that ended without a word, and at once', async () => {
  await using service = await scriptedService(hanging(1));
  const platform = fetchOfPlatform();
  const { articolo } = createClient({ ...service.options, fetch: platform.fetch }).company(1, 'l');
  const gone: PlatformRequest = { over: false };
  withoutRealTimers();
  void platform.during(gone, () => articolo.get(1, { timeoutMs: Number.POSITIVE_INFINITY })).catch(() => {});
  await expect.poll(() => service.logins().length, { interval: 1 }).toBe(1);
  gone.over = true;
  vi.advanceTimersByTime(60_000);
  expect((await platform.during({ over: false }, () => articolo.get(2))).status).toBe(200);
  expect(service.logins()).toHaveLength(2);
});

test('many who wait for a login that hangs begin few more, and all of them get the token', async () => {
  await using service = await scriptedService(hanging(2));
  const { articolo } = createClient(service.options).company(1, 'l');
  withoutRealTimers();
  const calls = Array.from({ length: 20 }, (_, id) => articolo.get(id, { timeoutMs: 30_000 }));
  await expect.poll(() => service.logins().length, { interval: 1 }).toBe(1);
  for (const logins of [2, 3]) {
    vi.advanceTimersByTime(4000);
    await expect.poll(() => service.logins().length, { interval: 1 }).toBe(logins);
  }
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(service.logins()).toHaveLength(3);
});

test('a slow login that answers after all serves those who began another', async () => {
  const held: (() => void)[] = [];
  const login = withLogins(ok);
  await using service = await scriptedService(async (request, seen) => {
    const reaction = await login(request, seen);
    if (request.path.endsWith('/authenticate')) await new Promise<void>((resolve) => held.push(resolve));
    return reaction;
  });
  const { articolo } = createClient(service.options).company(1, 'l');
  withoutRealTimers();
  const calls = [articolo.get(1), articolo.get(2)];
  await expect.poll(() => held.length, { interval: 1 }).toBe(1);
  vi.advanceTimersByTime(4000);
  await expect.poll(() => held.length, { interval: 1 }).toBe(2);
  held[0]?.();
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200]);
  expect(service.calls().map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-1']);
});

test('a refusal of the login that was begun anew is heard at once, though the first still hangs', async () => {
  let logins = 0;
  await using service = await scriptedService(() => (++logins === 1 ? 'hang' : problem(401, 'authentication-failed')));
  const { articolo } = createClient(service.options).company(1, 'l');
  withoutRealTimers();
  const calls = [articolo.get(1), articolo.get(2)].map((call) => call.catch((error: unknown) => error));
  await expect.poll(() => logins, { interval: 1 }).toBe(1);
  vi.advanceTimersByTime(4000);
  for (const error of await Promise.all(calls)) expect(error).toMatchObject({ code: 'authentication-failed', status: 401 });
  expect(logins).toBe(2);
});
