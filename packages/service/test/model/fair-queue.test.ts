import { expect, test } from 'vitest';
import { createFairQueue } from '../../src/model/fair-queue.ts';

function filled() {
  const queue = createFairQueue<string>();
  for (const entry of ['ada 1', 'ada 2', 'ada 3', 'grace 1', 'grace 2']) queue.add(entry.split(' ')[0] ?? '', entry);
  return queue;
}

test('owners take turns, and the entries of each keep their order', () => {
  expect(filled().take(10)).toEqual(['ada 1', 'grace 1', 'ada 2', 'grace 2', 'ada 3']);
});

test('an owner keeps its turn from one time to the next', () => {
  const queue = filled();
  expect(queue.take(1)).toEqual(['ada 1']);
  queue.add('ada', 'ada 4');
  expect(queue.take(1)).toEqual(['grace 1']);
  expect(queue.size).toBe(4);
  expect(queue.take(4)).toEqual(['ada 2', 'grace 2', 'ada 3', 'ada 4']);
  expect(queue.size).toBe(0);
  expect(queue.take(1)).toEqual([]);
});
