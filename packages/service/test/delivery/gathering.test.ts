import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGathering } from '../../src/delivery/gathering.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('without an attempt in flight nothing is waited for', async () => {
  await createGathering().wait(1_000);
  expect(vi.getTimerCount()).toBe(0);
});

test('the wait ends with the last attempt, however often that is said', async () => {
  const gathering = createGathering();
  const [end, endOther] = [gathering.begin(), gathering.begin()];
  let over = false;
  const waiting = gathering.wait(1_000).then(() => {
    over = true;
  });
  end();
  end();
  await Promise.resolve();
  expect(over).toBe(false);
  endOther();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('the wait ends with its time as well', async () => {
  const gathering = createGathering();
  gathering.begin();
  const waiting = gathering.wait(1_000);
  vi.advanceTimersByTime(1_000);
  await waiting;
});
