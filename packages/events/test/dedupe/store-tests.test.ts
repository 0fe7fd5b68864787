import { expect, test } from 'vitest';
import type { DedupeStore } from '../../src/index.ts';
import { storeTests } from '../../src/store-tests.ts';

type Once = DedupeStore<undefined>['once'];

/** Stores that people write, by what is wrong with them: a server in memory, with the way that an answer takes from it. */
const NAIVE: Readonly<Record<string, (server: Map<string, boolean>) => Once>> = {
  'marks first, and then does the work': (server) => async (guid, work) => {
    if (await marked(server, guid)) return 'duplicate';
    await work(undefined);
    return 'processed';
  },
  'marks first, and takes the mark back when the work fails': (server) => async (guid, work) => {
    if (await marked(server, guid)) return 'duplicate';
    try {
      await work(undefined);
    } catch (error) {
      server.delete(guid);
      throw error;
    }
    return 'processed';
  },
  'looks first, and marks after the work': (server) => async (guid, work) => {
    if (server.has(guid)) return 'duplicate';
    await way();
    await work(undefined);
    server.set(guid, true);
    return 'processed';
  },
  'remembers failed work': (server) => async (guid, work) => {
    if (server.has(guid)) return 'duplicate';
    try {
      await work(undefined);
    } finally {
      server.set(guid, true);
    }
    return 'processed';
  },
  'swallows the error of the work': (server) => async (guid, work) => {
    if (await marked(server, guid)) return 'duplicate';
    await work(undefined).catch(() => undefined);
    return 'processed';
  },
  'remembers nothing': () => async (_, work) => {
    await work(undefined);
    return 'processed';
  },
  'answers something else': () =>
    (async (_: string, work: () => Promise<void>) => {
      await work();
      return true;
    }) as unknown as Once,
  'compares without case': (server) => async (guid, work) => {
    if (server.has(guid.toLowerCase())) return 'duplicate';
    await work(undefined);
    server.set(guid.toLowerCase(), true);
    return 'processed';
  },
};

const [PROCESSED_ONCE, FAILURE_FORGOTTEN, NOTHING_CONFIRMED_EARLY, ONCE_AT_ONCE, FAILURE_TAKEN_OVER, IDENTIFIERS_APART] = [
  0, 1, 2, 3, 4, 5,
];

test.for([
  ['marks first, and then does the work', [FAILURE_FORGOTTEN, NOTHING_CONFIRMED_EARLY, ONCE_AT_ONCE, FAILURE_TAKEN_OVER]],
  ['marks first, and takes the mark back when the work fails', [NOTHING_CONFIRMED_EARLY, ONCE_AT_ONCE, FAILURE_TAKEN_OVER]],
  ['looks first, and marks after the work', [ONCE_AT_ONCE]],
  ['remembers failed work', [FAILURE_FORGOTTEN, ONCE_AT_ONCE]],
  ['swallows the error of the work', [FAILURE_FORGOTTEN, NOTHING_CONFIRMED_EARLY, ONCE_AT_ONCE, FAILURE_TAKEN_OVER]],
  ['remembers nothing', [PROCESSED_ONCE, NOTHING_CONFIRMED_EARLY, ONCE_AT_ONCE, FAILURE_TAKEN_OVER, IDENTIFIERS_APART]],
  [
    'answers something else',
    [PROCESSED_ONCE, FAILURE_FORGOTTEN, NOTHING_CONFIRMED_EARLY, ONCE_AT_ONCE, FAILURE_TAKEN_OVER, IDENTIFIERS_APART],
  ],
  ['compares without case', [ONCE_AT_ONCE, IDENTIFIERS_APART]],
] as const)('a store that %s fails its tests', async ([name, expected]) => {
  const failed = await failuresOf(NAIVE[name]);
  expect(failed).toEqual(expected);
});

/** Which of the tests fail, of a store that two nodes share. */
async function failuresOf(naive: ((server: Map<string, boolean>) => Once) | undefined): Promise<readonly number[]> {
  const closed: true[] = [];
  const tests = storeTests(() => {
    const server = new Map<string, boolean>();
    const nodes = [0, 1].map(() => ({ once: naive?.(server) ?? (async () => 'duplicate' as const) }));
    return { nodes, close: async () => void closed.push(true) };
  });
  const results = await Promise.allSettled(tests.map(({ run }) => run()));
  expect(closed).toHaveLength(tests.length);
  return results.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
}

/** Marks in one step, as `SET NX` does, and says whether the mark was there. */
async function marked(server: Map<string, boolean>, guid: string): Promise<boolean> {
  await way();
  if (server.has(guid)) return true;
  server.set(guid, true);
  await way();
  return false;
}

/** The way to the server. */
function way(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('a store without nodes, and one that cannot be opened, fail', async () => {
  for (const open of [() => ({ nodes: [] }), () => Promise.reject(new Error('no'))])
    for (const { run } of storeTests(open)) await expect(run()).rejects.toThrow(Error);
});
