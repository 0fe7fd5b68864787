import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sleep, startTimer, within } from '../src/index.ts';

const MONTH_MS = 30 * 24 * 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([0, 1, 1000, 2 ** 31 - 1, 2 ** 31, MONTH_MS, 3 * MONTH_MS])('a timer of %d ms ends then, and not before', (ms) => {
  const action = vi.fn();
  startTimer(ms, action);
  vi.advanceTimersByTime(Math.max(0, ms - 1));
  expect(action).toHaveBeenCalledTimes(ms === 0 ? 1 : 0);
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(1);
});

test('an infinite timer never ends, and a stopped one neither', () => {
  const action = vi.fn();
  startTimer(Number.POSITIVE_INFINITY, action).stop();
  const stopped = startTimer(MONTH_MS, action);
  vi.advanceTimersByTime(MONTH_MS - 1);
  stopped.stop();
  vi.advanceTimersByTime(MONTH_MS);
  expect(action).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a sleep ends with its time', async () => {
  const slept = sleep(MONTH_MS);
  await vi.advanceTimersByTimeAsync(MONTH_MS);
  await slept;
});

test('a sleep ends with its signal, and leaves no timer behind', async () => {
  const controller = new AbortController();
  const slept = sleep(MONTH_MS, controller.signal);
  controller.abort(new Error('enough'));
  await expect(slept).rejects.toThrow('enough');
  await expect(sleep(5, controller.signal)).rejects.toThrow('enough');
  expect(vi.getTimerCount()).toBe(0);
});

test('what is settled within its time is passed on, and no timer stays', async () => {
  const late = () => new Error('late');
  expect(await within(MONTH_MS, Promise.resolve(5), late)).toBe(5);
  await expect(within(MONTH_MS, Promise.reject(new Error('no')), late)).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

test('what is not settled within its time is an error', async () => {
  const waiting = within(MONTH_MS, new Promise(() => {}), () => new Error('late'));
  const refused = expect(waiting).rejects.toThrow('late');
  await vi.advanceTimersByTimeAsync(MONTH_MS);
  await refused;
});
