import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { singleFlight } from '../../src/dedupe/single-flight.ts';
import { createMemoryDedupe } from '../../src/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const nothing = () => undefined;

test('who waits goes on by himself when the owner was ended with all its timers, as a worker does', async () => {
  const flight = singleFlight(createMemoryDedupe(), 1000);
  const never = () => new Promise<never>(nothing);
  void flight.once('guid', never, nothing);
  // The timers of the owner are gone, and nothing of it will ever settle.
  vi.clearAllTimers();
  const done: string[] = [];
  const waited: string[] = [];
  const others = ['b', 'c'].map((name) =>
    flight.once(
      'guid',
      async () => void done.push(name),
      () => waited.push(name),
    ),
  );
  await vi.advanceTimersByTimeAsync(1000);
  expect([await Promise.all(others), done, waited]).toEqual([['processed', 'duplicate'], ['b'], ['b', 'c']]);
  expect(vi.getTimerCount()).toBe(0);
});

test('the one who comes after that time waits for nobody', async () => {
  const flight = singleFlight(createMemoryDedupe(), 1000);
  void flight.once('guid', () => new Promise<never>(nothing), nothing);
  vi.clearAllTimers();
  vi.setSystemTime(Date.now() + 2000);
  const late = flight.once('guid', async () => undefined, nothing);
  await vi.advanceTimersByTimeAsync(0);
  expect(await late).toBe('processed');
});
