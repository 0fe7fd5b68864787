import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createTestSender, exampleEvento } from '../../src/testing.ts';

type Stop = 'nowhere' | 'before-commit' | 'after-commit';

interface Told {
  readonly port?: number;
  readonly stopped?: Stop;
}

async function temporaryFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'receiver-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'receiver.sqlite');
}

async function start(file: string, stop: Stop) {
  const child = fork(join(import.meta.dirname, 'receiver-process.ts'), [file, stop]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const { port } = await told(child);
  return { child, sender: createTestSender({ to: `http://127.0.0.1:${port}/`, secret: 'whsec_crash' }) };
}

async function told(child: ChildProcess): Promise<Told> {
  const [message]: Told[] = await once(child, 'message');
  return message ?? {};
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  expect((await gone)[1]).toBe('SIGKILL');
}

function effectsOf(file: string, guid: string): number {
  const database = new Database(file, { readonly: true });
  const rows = database.prepare('select event_guid from effect where event_guid = ?').all(guid);
  database.close();
  return rows.length;
}

test.for<{ stop: Stop; before: number }>([
  { stop: 'after-commit', before: 1 },
  { stop: 'before-commit', before: 0 },
])('RCV-13: a receiver killed $stop, before it answered, processes the event once after its redelivery', async ({ stop, before }) => {
  const file = await temporaryFile();
  const evento = exampleEvento('Documento.Emit');
  const first = await start(file, stop);
  const lost = first.sender.send({ evento }).catch((error: unknown) => error);
  expect(await told(first.child)).toEqual({ stopped: stop });
  await kill(first.child);
  expect(await lost).toBeInstanceOf(Error); // no answer came: the service will send it again
  expect(effectsOf(file, evento.EventGuid)).toBe(before);

  const second = await start(file, 'nowhere');
  const redelivered = await second.sender.send({ evento });
  const again = await second.sender.redeliver(redelivered);
  expect([redelivered.status, again.status]).toEqual([204, 204]);
  await kill(second.child);
  expect(effectsOf(file, evento.EventGuid)).toBe(1);
});
