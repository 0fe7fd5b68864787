import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DemoClient, demoClient, type ServiceProcess, startProcess } from '../harness/process.ts';
import { type Receiver, startReceiver } from '../harness/receiver.ts';
import { freshDatabase } from '../harness/stores.ts';

const PATH = '/api/v3/1/Anagrafica';
const ROUNDS = 2;
const WRITERS = 16;
const WRITES_PER_ROUND = 60;

/** One write, sent once under its key. */
interface Write {
  readonly nome: string;
  readonly key: string;
  /** The bytes of a 201; undefined when no answer came. */
  readonly answer: string | undefined;
}

let folder: string;
let receiver: Receiver;
let running: ServiceProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kill-'));
  receiver = await startReceiver();
  writeFileSync(join(folder, 'ca.pem'), receiver.authority);
});
afterEach(async () => {
  await killAll();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

async function killAll(): Promise<void> {
  await Promise.all(running.map((one) => one.kill()));
  running = [];
}

describe.each([
  { name: 'SQLite', database: async () => join(folder, 'data.sqlite'), nodes: 1 },
  { name: 'PostgreSQL, with a second process that delivers', database: freshDatabase, nodes: 2 },
])('on $name', ({ database, nodes }) => {
  test('kill -9 under load loses nothing that was answered, doubles nothing, and delivers what was committed', async () => {
    const location = await database();
    const writes: Write[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const client = await start(location, nodes);
      if (round === 0) await subscribe(client);
      writes.push(...(await writeUntilKilled(client)));
    }
    const client = await start(location, nodes);
    const committed = await namesOf(client);

    const answered = writes.filter(({ answer }) => answer !== undefined);
    expect(answered.length).toBeGreaterThan(0);
    expect(committed).toHaveLength(new Set(committed).size);
    expect(answered.filter(({ nome }) => !committed.includes(nome))).toEqual([]);
    for (const { nome, key, answer } of answered) {
      const replay = await client.call('POST', PATH, { nome }, key);
      expect([await replay.text(), replay.headers.get('Idempotent-Replayed')]).toEqual([answer, 'true']);
    }

    await receiver.waitFor(1, () => committed.every((nome) => receivedNames().has(nome)));
    expect([...receivedNames()].filter((nome) => !committed.includes(nome))).toEqual([]);

    for (const { nome, key } of writes) expect((await client.call('POST', PATH, { nome }, key)).status).toBe(201);
    expect((await namesOf(client)).toSorted()).toEqual(writes.map(({ nome }) => nome).toSorted());
  });
});

async function start(database: string, nodes: number): Promise<DemoClient> {
  const store = ['--database', database, '--key-file', join(folder, 'seal.key'), '--lease-seconds', '1'];
  const delivery = ['--delivery-allow', '127.0.0.0/8', '--delivery-ca', join(folder, 'ca.pem'), '--log-level', 'silent'];
  const demo = startProcess(['demo', '--port', '0', '--print', 'json', ...store, ...delivery]);
  const others = Array.from({ length: nodes - 1 }, () => startProcess(['deliver', ...store, ...delivery]));
  running = await Promise.all([demo, ...others]);
  return demoClient(await demo);
}

async function subscribe(client: DemoClient): Promise<void> {
  const created = await client.call('POST', '/api/v3/config/webhook', {
    AziendaId: null,
    Url: `${receiver.url}/hook`,
    Events: ['Anagrafica.Create'],
  });
  expect(created.status).toBe(201);
}

/** Writes from many at once, and kills every process after some number of answers. */
async function writeUntilKilled(client: DemoClient): Promise<Write[]> {
  const writes: Write[] = [];
  const killAfter = Math.ceil(Math.random() * (WRITES_PER_ROUND - WRITERS));
  let begun = 0;
  let answers = 0;
  let killed: Promise<void> | undefined;
  const writer = async (): Promise<void> => {
    while (begun < WRITES_PER_ROUND && killed === undefined) {
      begun += 1;
      const [nome, key] = [randomUUID(), randomUUID()];
      const answer = await client.call('POST', PATH, { nome }, key).then(
        async (response) => (response.status === 201 ? response.text() : undefined),
        () => undefined,
      );
      writes.push({ nome, key, answer: await answer });
      answers += 1;
      if (answers >= killAfter) killed ??= killAll();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await killed;
  return writes;
}

async function namesOf(client: DemoClient): Promise<string[]> {
  const list = (await (await client.call('GET', `${PATH}?limit=500`)).json()) as { readonly nome: string }[];
  return list.map(({ nome }) => nome);
}

function receivedNames(): Set<string> {
  return new Set(receiver.received.map(({ body }) => String(JSON.parse(String(body)).Object.nome)));
}
