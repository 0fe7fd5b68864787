import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import { OBJECTS_PATH, type Write } from './writers.ts';

/** What became of writes, as found after all faults are over. */
export interface Audit {
  readonly written: number;
  readonly lost: number;
  readonly doubled: number;
  readonly undelivered: number;
  readonly complaints: readonly string[];
}

type Auditor = Pick<Client, 'callUntilAnswered'>;

/** How many stored answers are read again. */
const REPLAYS_MAX = 500;
const DELIVERED_WITHIN_MS = 90_000;
const AT_ONCE = 8;

/**
 * Compares what was answered with what is there, and with what came.
 *
 * @param delivered the names of the objects whose events were confirmed; it still grows
 * @param withinMs how long deliveries may take after all faults are over; retries and the leases of dead nodes are over by then
 */
export async function audit(
  client: Auditor,
  delivered: ReadonlySet<string>,
  writes: readonly Write[],
  withinMs: number = DELIVERED_WITHIN_MS,
): Promise<Audit> {
  const answered = writes.filter(({ answer }) => answer !== undefined);
  const before = await committed(client);
  const gone = answered.filter(({ nome }) => !before.has(nome));
  const forgotten = await unequalReplays(client, sample(answered));
  // Whatever was not answered is sent once more under its key: it is there afterwards, and once.
  const refused = await unequalReplays(
    client,
    writes.filter(({ answer }) => answer === undefined),
  );
  const after = await committed(client);
  const tried = new Set(writes.map(({ nome }) => nome));
  const strange = [...after.keys()].filter((nome) => !tried.has(nome));
  const undelivered = await missingDeliveries(delivered, [...after.keys()], withinMs);
  const phantoms = [...delivered].filter((nome) => !after.has(nome));
  return {
    written: answered.length,
    lost: new Set([...gone, ...forgotten]).size,
    doubled: [...after.values()].filter((count) => count > 1).length + writes.filter(({ differed }) => differed).length,
    undelivered,
    complaints: [
      ...(refused.length > 0 ? [`${refused.length} writes that were not answered could not be made good under their keys`] : []),
      ...(strange.length > 0 ? [`${strange.length} objects are there that nobody wrote`] : []),
      ...(phantoms.length > 0 ? [`${phantoms.length} events came of what is not there`] : []),
    ],
  };
}

/** How often each name is there. */
async function committed(client: Auditor): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let path: string | undefined = `${OBJECTS_PATH}?limit=500`; path !== undefined; ) {
    const page = await client.callUntilAnswered('GET', path);
    if (page.status !== 200) throw new Error(`A list was answered ${page.status}: ${page.text}`);
    for (const { nome } of JSON.parse(page.text) as { readonly nome: string }[]) counts.set(nome, (counts.get(nome) ?? 0) + 1);
    path = page.next;
  }
  return counts;
}

/** Those whose key does not lead to their answer; to any 201, where none is known. */
async function unequalReplays(client: Auditor, writes: readonly Write[]): Promise<Write[]> {
  const unequal: Write[] = [];
  const queue = writes.values();
  const work = async (): Promise<void> => {
    for (const write of queue) {
      const { nome, key, answer } = write;
      const again = await client.callUntilAnswered('POST', OBJECTS_PATH, { body: { nome }, key });
      if (again.status !== 201 || (answer !== undefined && !(again.replayed && again.text === answer))) unequal.push(write);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return unequal;
}

/** Evenly from beginning to end. */
function sample<Entry>(entries: readonly Entry[]): Entry[] {
  const step = Math.max(1, Math.ceil(entries.length / REPLAYS_MAX));
  return entries.filter((_, index) => index % step === 0);
}

async function missingDeliveries(delivered: ReadonlySet<string>, names: readonly string[], withinMs: number): Promise<number> {
  const missing = (): number => names.filter((nome) => !delivered.has(nome)).length;
  for (const end = Date.now() + withinMs; Date.now() < end && missing() > 0; ) await sleep(500);
  return missing();
}
