import { sleep } from '#runtime';
import { EVENT_GUID_CHARACTERS_MAX } from '../evento/envelope.ts';
import type { DedupeStore } from './dedupe-store.ts';
import { singleFlight } from './single-flight.ts';
import { heldWork, requireSound, requireThat, trial } from './store-trial.ts';

/** A store that was opened for one test. */
export interface OpenedStore {
  /**
   * The store as each of its processes has it, with connections of its own: two that share what they remember, or one for a store that only
   * serves one process.
   */
  readonly nodes: readonly DedupeStore<unknown>[];
  /** Closes what was opened. */
  readonly close?: (() => Promise<void>) | undefined;
}

/** One test: it rejects when the store does not keep what its name says. */
export interface StoreTest {
  /** What a store must keep, as a sentence. It serves as the title of a test. */
  readonly name: string;
  /** Opens a store, tries it, and closes it. */
  readonly run: () => Promise<void>;
}

type Nodes = readonly DedupeStore<unknown>[];

/** How long work goes on while nobody may be told that it is done, in milliseconds. */
const HOLD_MS = 250;
const EVENTS_AT_ONCE = 20;
const DUPLICATES = 4;
/** So long that no work counts as lost. */
const WORK_WITHIN_MS = 60_000;

const TESTS: Readonly<Record<string, (nodes: Nodes) => Promise<void>>> = {
  'an event is processed once, and is a duplicate on every node from then on': processedOnce,
  'work that failed is not remembered, and its error comes through': failureForgotten,
  'no duplicate is confirmed while the work goes on': nothingConfirmedEarly,
  'an event that comes to all nodes at once is processed once': onceAtOnce,
  'an event whose work fails while others wait is processed by one of them, or when it comes again': failureTakenOver,
  'identifiers are compared whole, and as they are': identifiersApart,
};

/**
 * The tests that every dedupe store must pass: what RCV-13 asks of it, as the receiver uses it. Each opens the store anew, and uses
 * identifiers of its own, so that the store need not be empty.
 *
 * @example
 * // `test` of node:test, of vitest, or of any other runner.
 * for (const { name, run } of storeTests(() => ({ nodes: [createMemoryDedupe()] }))) test(name, run);
 */
export function storeTests(open: () => OpenedStore | Promise<OpenedStore>): readonly StoreTest[] {
  return Object.entries(TESTS).map(([name, check]) => ({
    name,
    async run() {
      const { nodes, close } = await open();
      try {
        requireThat(nodes.length > 0, 'The store must be opened with at least one node.');
        await check(nodes);
      } finally {
        await close?.();
      }
    },
  }));
}

async function processedOnce(nodes: Nodes): Promise<void> {
  const [first, second] = [trial(), trial()];
  for (const event of [first, second]) {
    requireThat((await event.once(nodes[0])) === 'processed', 'A new event was not processed.');
    for (const node of [...nodes, ...nodes]) requireThat((await event.once(node)) === 'duplicate', 'A processed event was no duplicate.');
    requireThat(event.timesDone() === 1, `The work was done ${event.timesDone()} times.`);
  }
}

async function failureForgotten(nodes: Nodes): Promise<void> {
  const event = trial();
  const failure = new Error('The work failed, as this test wants it to.');
  for (const node of nodes) {
    const outcome = await event.once(node, () => Promise.reject(failure)).catch((error: unknown) => error);
    requireThat(outcome === failure, 'The store did not throw what the work threw.');
  }
  requireThat((await event.once(nodes.at(-1))) === 'processed', 'An event whose work failed was not processed when it came again.');
}

/** A store that marks the event first, and then does the work, fails here: a process that dies in between loses the event. */
async function nothingConfirmedEarly(nodes: Nodes): Promise<void> {
  const event = trial();
  const held = heldWork();
  const first = event.once(nodes[0], held.work);
  await Promise.race([held.started, first]);
  const duplicates = Array.from({ length: DUPLICATES }, (_, index) => event.once(nodes[(index + 1) % nodes.length]));
  const told = Promise.allSettled(duplicates);
  await sleep(HOLD_MS);
  held.succeed();
  requireThat((await first) === 'processed', 'The first of several deliveries was not processed.');
  for (const outcome of await told) if (outcome.status === 'rejected') requireSound(outcome.reason);
  requireThat((await event.once(nodes[0])) === 'duplicate', 'A processed event was no duplicate.');
}

async function onceAtOnce(nodes: Nodes): Promise<void> {
  const receivers = nodes.map((node) => singleFlight(node, WORK_WITHIN_MS));
  const events = Array.from({ length: EVENTS_AT_ONCE }, () => trial());
  const deliveries = events.flatMap((event) => [...receivers, ...receivers].map((receiver) => event.once(receiver, () => sleep(5))));
  for (const outcome of await Promise.allSettled(deliveries)) if (outcome.status === 'rejected') requireSound(outcome.reason);
  for (const event of events) {
    requireThat(event.timesDone() === 1, `The work of an event was done ${event.timesDone()} times.`);
    requireThat((await event.once(nodes[0])) === 'duplicate', 'A processed event was no duplicate.');
  }
}

async function failureTakenOver(nodes: Nodes): Promise<void> {
  const event = trial();
  const held = heldWork();
  const failing = event.once(nodes[0], held.work).catch((error: unknown) => error);
  await Promise.race([held.started, failing]);
  const waiting = Promise.allSettled([event.once(nodes.at(-1))]);
  await sleep(HOLD_MS);
  const failure = new Error('The work failed, as this test wants it to.');
  held.fail(failure);
  requireThat((await failing) === failure, 'The store did not throw what the work threw.');
  for (const outcome of await waiting) if (outcome.status === 'rejected') requireSound(outcome.reason);
  await event.once(nodes[0]);
  requireThat(event.timesDone() === 1, `The work was done ${event.timesDone()} times.`);
}

async function identifiersApart(nodes: Nodes): Promise<void> {
  const own = crypto.randomUUID();
  const long = own.padEnd(EVENT_GUID_CHARACTERS_MAX - 1, '-');
  const guids = [own, `${own} `, `${own}a`, `${own}A`, `${own}à`, `${own}%`, `${own}*`, `${own}'"\\`, `${own}:x`, `${long}1`, `${long}2`];
  for (const guid of guids) {
    const event = trial(guid);
    requireThat((await event.once(nodes[0])) === 'processed', 'An event counted as a duplicate of one with another identifier.');
    requireThat((await event.once(nodes.at(-1))) === 'duplicate', 'A processed event was no duplicate.');
  }
}
