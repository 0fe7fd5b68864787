import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReadTurn } from '../../src/performance/read-turn.ts';

test('callers that wait for the same turn go on in order, one right after another', async () => {
  const readTurn = createReadTurn();
  const seen: string[] = [];
  const first = readTurn().then(() => seen.push('first'));
  setImmediate(() => seen.push('other work'));
  const second = readTurn().then(() => seen.push('second'));
  await Promise.all([first, second]);
  await nextTurn();
  expect(seen).toEqual(['first', 'second', 'other work']);
});

test('a caller that comes after a turn waits for the next', async () => {
  const readTurn = createReadTurn();
  const first = readTurn();
  await first;
  expect(readTurn()).not.toBe(first);
});
