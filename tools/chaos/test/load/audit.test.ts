import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Audit, audit } from '../../src/load/audit.ts';
import { type Client, logIn } from '../../src/load/client.ts';
import { OBJECTS_PATH, startWriters, type Write } from '../../src/load/writers.ts';
import type { Access } from '../../src/system/access.ts';
import { createServiceNode } from '../../src/system/service-node.ts';
import { type FaultyService, startFaultyService } from '../faulty-service.ts';

const ACCESS: Access = { credentials: { userName: 'ada', password: 'p', apiKey: 'k', applicationId: 'tests' }, companies: [] };
const CLEAN: Omit<Audit, 'written'> = { lost: 0, doubled: 0, undelivered: 0, complaints: [] };

let service: FaultyService;
let client: Client;

beforeAll(async () => {
  service = await startFaultyService();
  client = await logIn([{ ...createServiceNode({ port: 0, flags: [] }), url: service.url }], ACCESS);
});
afterAll(() => service.close());

/** Objects that were written before, by any test: they are there, and their events came. */
const earlier: Write[] = [];

async function written(nome: string): Promise<Write> {
  const answer = await client.call('POST', OBJECTS_PATH, { body: { nome }, key: nome });
  return { nome, key: nome, answer: answer?.status === 201 ? answer.text : undefined, differed: false };
}

function audited(writes: readonly Write[], delivered: readonly Write[] = writes): Promise<Audit> {
  const names = new Set([...earlier, ...delivered].map(({ nome }) => nome));
  return audit(client, names, [...earlier, ...writes], 0);
}

test('writes that are there once, with their answers and events, are no finding, on all pages of a list', async () => {
  const writers = startWriters(client, 2, 0);
  await expect.poll(() => writers.answered.length).toBeGreaterThan(5);
  earlier.push(...(await writers.stop()));
  const { written: count, ...rest } = await audited([]);
  expect([count, rest]).toEqual([earlier.length, CLEAN]);
});

test('what was answered and is not there is lost, and so is an answer that its key does not lead to', async () => {
  const writes = [await written('lose 1'), await written('forget 1')];
  expect(await audited(writes, writes.slice(1))).toMatchObject({ ...CLEAN, lost: 2 });
  earlier.push(...writes.slice(1).map((write) => ({ ...write, answer: undefined })));
});

test('what is there twice, and a key with two answers, are doubled', async () => {
  const writes = [await written('double 1'), { ...(await written('once 1')), differed: true }];
  expect(await audited(writes)).toMatchObject({ ...CLEAN, doubled: 2 });
  expect(await audited([], writes)).toMatchObject({ complaints: ['2 objects are there that nobody wrote'] });
  earlier.push({ ...(await written('once 1')), differed: false });
});

test('an event that does not come is undelivered, and one of nothing is told', async () => {
  const doubled = { nome: 'double 1', key: 'double 1', answer: undefined, differed: false };
  const silent = await written('silent 1');
  expect(await audited([doubled, silent], [doubled])).toMatchObject({ undelivered: 1, complaints: [] });
  const phantom = { ...silent, nome: 'phantom' };
  expect((await audited([doubled, silent], [doubled, silent, phantom])).complaints).toEqual(['1 events came of what is not there']);
});

test('answers of 500 are counted', async () => {
  const before = client.counts.serverErrors;
  expect((await written('break 1')).answer).toBeUndefined();
  expect(client.counts.serverErrors).toBe(before + 1);
});
