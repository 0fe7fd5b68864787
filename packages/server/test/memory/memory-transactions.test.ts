import { expect, onTestFinished, test, vi } from 'vitest';
import { memoryTransactions } from '../../src/memory/memory-transactions.ts';
import type { Outcome } from '../../src/ports.ts';

const access = { user: { id: 'ada' }, companyId: 1, applicationId: undefined };
const key = { key: 'k', fingerprint: 'f' };
const done: Outcome = { answer: { status: 201, headers: {}, body: '{}' }, effective: true, remembered: true };

test('a key whose work is over is in progress no more, however many ask for it at once', async () => {
  const transactions = memoryTransactions({}, { now: () => 1_000 });
  await transactions.writeOnce(access, key, async () => done);
  const retries = Array.from({ length: 3 }, () => transactions.writeOnce(access, key, async () => done));
  expect((await Promise.all(retries)).map(({ kind }) => kind)).toEqual(['replayed', 'replayed', 'replayed']);
});

test('what is committed is handed on once, before the next unit of work; what is rolled back or replayed is not', async () => {
  const handed: string[] = [];
  const afterCommit = (state: { outbox: string[] }, { user }: { user: { id: string } }) => {
    handed.push(...state.outbox.splice(0).map((event) => `${event} of ${user.id}`));
    throw new Error('The answer stays as it is.');
  };
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  const { read, write, writeOnce } = memoryTransactions({ outbox: [] as string[] }, { now: () => 1_000 }, afterCommit);
  const noting =
    (event: string, effective = true) =>
    async (state: { outbox: string[] }) => {
      state.outbox.push(event);
      return { ...done, effective };
    };
  expect(await write(access, noting('first'))).toEqual(done.answer);
  await write(access, noting('undone', false));
  await read(access, noting('read'));
  await writeOnce(access, key, noting('second'));
  await writeOnce(access, key, noting('replayed'));
  expect(handed).toEqual(['first of ada', 'second of ada']);
  await read(access, async ({ outbox }) => {
    expect(outbox).toEqual([]);
    return done;
  });
});
