import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurn } from '../../src/pipeline/turn.ts';

test('whoever waits for the same turn goes on in order, one right after another', async () => {
  const turn = createTurn();
  const seen: string[] = [];
  const first = turn().then(() => seen.push('first'));
  setImmediate(() => seen.push('other work'));
  const second = turn().then(() => seen.push('second'));
  await Promise.all([first, second]);
  await nextTurn();
  expect(seen).toEqual(['first', 'second', 'other work']);
});

test('who comes after a turn waits for the next', async () => {
  const turn = createTurn();
  const first = turn();
  await first;
  expect(turn()).not.toBe(first);
});
