import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RECENT_MS, recently } from '../../src/usecases/recent.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('what was found is used again, and what is gone is not found any more after a second', async () => {
  const kept = new Set(['token']);
  const find = recently(async (name: string) => (kept.has(name) ? name : undefined));
  expect(await find('token')).toBe('token');
  kept.delete('token');
  vi.advanceTimersByTime(RECENT_MS - 1);
  expect(await find('token')).toBe('token');
  vi.advanceTimersByTime(1);
  expect(await find('token')).toBeUndefined();
});

test('what is found later than something else is not kept longer than a second', async () => {
  const find = recently(async (name: string) => performance.now() + name.length);
  await find('first');
  vi.advanceTimersByTime(RECENT_MS - 1);
  const found = await find('second');
  vi.advanceTimersByTime(RECENT_MS);
  expect(await find('second')).not.toBe(found);
});

test('what is new is found at once', async () => {
  const kept = new Set<string>();
  const find = recently(async (name: string) => (kept.has(name) ? name : undefined));
  expect(await find('token')).toBeUndefined();
  kept.add('token');
  expect(await find('token')).toBe('token');
});

test('what is found by several names is told apart by each of them', async () => {
  const find = recently(async (user: string, key: string) => [user, key]);
  await find('ada', 'key');
  expect(await find('adak', 'ey')).toEqual(['adak', 'ey']);
});
