import { expect, test } from 'vitest';
import { measure, median } from '../src/measure.ts';

test('the median is the middle value, or the mean of the two in the middle', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
});

test('contenders have their turns one after the other, and the first is the baseline', async () => {
  const order: string[] = [];
  const contender = (name: string) => ({
    name,
    run: () => {
      order.push(name);
    },
  });
  const measurements = await measure([contender('a'), contender('b')], { rounds: 3, roundMs: 0 });
  expect(order.join('')).toBe('ab'.repeat(5)); // one turn to find the length of a round, one round to warm up, three that count;
  expect(measurements.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(measurements[0]?.ratio).toBe(1);
});

test('a contender that gives promises is awaited', async () => {
  let running = 0;
  let most = 0;
  const run = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  await measure([{ name: 'async', run }], { rounds: 2, roundMs: 1 });
  expect(most).toBe(1);
});
