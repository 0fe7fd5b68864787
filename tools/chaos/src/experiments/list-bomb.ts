import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentoOf, firstRecipient } from '../load/documento.ts';
import { type Experiment, RESIDENT_BYTES_MAX } from './experiment.ts';
import { type Load, underLoad } from './under-load.ts';

const LIST_PATH = '/api/v3/1/Documento?limit=500';
/** So many make a document of nearly a megabyte, the largest that the service takes. */
const LINES = 900;
const PARALLEL = 30;
const UNREAD_MS = 3_000;

export const listBomb: Experiment = {
  name: 'list-bomb',
  summary: 'lists of the largest documents: one whole, thirty at once, and thirty that nobody reads',
  stores: ['sqlite', 'postgres'],
  limits: { unavailable: true, residentBytes: RESIDENT_BYTES_MAX, wait: { ms: 3_000, overtakenBy: PARALLEL / 2 } },
  run: (context) =>
    underLoad(context, { writers: 1, pauseMs: 50, bystander: true }, async (load) => {
      const documents = context.amount(60, 500);
      await fill(load, documents, context.progress);
      const rounds = context.amount(2, 4);
      for (let round = 1; round <= rounds; round += 1) {
        context.signal.throwIfAborted();
        context.progress(`round ${round} of ${rounds}`);
        await wholeList(load, documents);
        await Promise.all(Array.from({ length: PARALLEL }, () => oneList(load)));
        await leaveUnread(load);
      }
      return rounds * (2 * PARALLEL + 1);
    }),
};

async function fill({ client }: Load, documents: number, progress: (text: string) => void): Promise<void> {
  const body = documentoOf(await firstRecipient(client), LINES);
  for (let count = 1; count <= documents; count += 1) {
    if (count % 20 === 0) progress(`${count} of ${documents} documents`);
    const created = await client.callUntilAnswered('POST', '/api/v3/1/Documento', { body });
    if (created.status !== 201) throw new Error(`A document was answered ${created.status}: ${created.text.slice(0, 300)}`);
  }
}

async function oneList({ client, noteAnswer }: Load): Promise<void> {
  const list = await client.call('GET', LIST_PATH);
  if (list?.status === 200) noteAnswer(list.by);
}

/** Follows the pages to the end. */
async function wholeList({ client, complain }: Load, documents: number): Promise<void> {
  let count = 0;
  for (let path: string | undefined = LIST_PATH; path !== undefined; ) {
    const page = await client.callUntilAnswered('GET', path);
    count += (JSON.parse(page.text) as unknown[]).length;
    path = page.next;
  }
  if (count !== documents) complain(`a list had ${count} of ${documents} documents`);
}

/** Asks for lists on connections that take nothing of the answer. */
async function leaveUnread({ cluster, client }: Load): Promise<void> {
  const headers = Object.entries(client.headersOf(1)).map(([name, value]) => `${name}: ${value}\r\n`);
  const sockets: Socket[] = [];
  for (const node of cluster.nodes) {
    const { hostname, port } = new URL(node.url);
    for (let count = 0; count < PARALLEL; count += 1) {
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => undefined);
      // Several requests on one connection: their answers wait for one another.
      socket.write(`GET ${LIST_PATH} HTTP/1.1\r\nHost: localhost\r\n${headers.join('')}\r\n`.repeat(4));
      sockets.push(socket);
    }
  }
  await sleep(UNREAD_MS);
  for (const socket of sockets) socket.destroy();
}
