import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createNameLookup } from '../../src/delivery/name-lookup.ts';
import { createWebhook, startRunning } from '../harness/running.ts';

const look = (name: string, servers?: readonly string[]): Promise<LookupAddress[]> =>
  new Promise((resolve, reject) =>
    createNameLookup(servers)(name, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error))),
  );

test('D-09: while every thread of the process is busy, deliveries go out all the same', async () => {
  const running = await startRunning();
  onTestFinished(running.close);
  await createWebhook(running, { Events: ['Anagrafica.Create'] });
  const release = blockThreads();
  onTestFinished(release);
  await running.call('POST', '/api/v3/1/Anagrafica', { body: { nome: 'Ada' } });
  await running.receiver.waitFor(1);
});

test('a name of the machine’s own list is found there', async () => {
  expect(await look('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
  expect(await look('LOCALHOST.')).toContainEqual({ address: '127.0.0.1', family: 4 });
});

test('other names are asked of the DNS, for both families', async () => {
  const server = await startNameServer({ 'receiver.example': '192.0.2.7' });
  expect(await look('receiver.example', [server])).toEqual([{ address: '192.0.2.7', family: 4 }]);
  await expect(look('nowhere.example', [server])).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

test('D-09: a name server that does not answer is a fault of ours', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  await expect(look('receiver.example', [`127.0.0.1:${silent.address().port}`])).rejects.toMatchObject({ code: 'lookup-unanswered' });
});

/** Keeps all threads of libuv busy, each with a pipe that nobody writes to, until it is released. */
function blockThreads(): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'threads-'));
  const pipes = Array.from({ length: 8 }, (_, index) => join(folder, String(index)));
  spawnSync('mkfifo', pipes);
  const opening = pipes.map((pipe) => open(pipe));
  return async () => {
    for (const pipe of pipes) openSync(pipe, 'r+');
    for (const opened of opening) await (await opened).close();
    rmSync(folder, { recursive: true });
  };
}

/** A name server that knows these names, each with an address of IPv4. */
async function startNameServer(names: Readonly<Record<string, string>>): Promise<string> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, names), port, address));
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

const HEAD_BYTES = 12;
const NXDOMAIN = 3;
const TYPE_A = 1;

/** RFC 1035, for a query of one question. */
function answerTo(query: Buffer, names: Readonly<Record<string, string>>): Buffer {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(HEAD_BYTES, at + 5);
  const address = names[labels.join('.').toLowerCase()];
  const addresses = address !== undefined && query.readUInt16BE(at + 1) === TYPE_A ? [address] : [];
  const head = Buffer.alloc(HEAD_BYTES);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (address === undefined ? NXDOMAIN : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const answers = addresses.map((one) => Buffer.from([0xc0, HEAD_BYTES, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...one.split('.').map(Number)]));
  return Buffer.concat([head, question, ...answers]);
}
