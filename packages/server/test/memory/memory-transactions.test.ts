import { expect, test } from 'vitest';
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
