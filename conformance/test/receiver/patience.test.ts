import { expect, test } from 'vitest';
import { Patience } from '../../src/receiver/patience.ts';

function after(...tookMs: readonly number[]): Patience {
  const patience = new Patience();
  for (const ms of tookMs) patience.note(ms);
  return patience;
}

test('a delivery is waited for as long as the configuration says where others come soon', () => {
  expect(after().of(5_000)).toBe(5_000);
  expect(after(100, 80, 120).of(5_000)).toBe(5_000);
  // One that waits behind another says nothing of the rest.
  expect(after(100, 80, 30_000, 90, 120).of(5_000)).toBe(5_000);
});

test('a delivery is waited for longer where others take long, by a slow machine or target', () => {
  expect(after(900, 1_500, 2_000).of(5_000)).toBe(15_000);
  expect(after(...Array.from({ length: 30 }, () => 10), ...Array.from({ length: 20 }, () => 1_000)).of(5_000)).toBe(10_000);
});

test('nothing is waited for without end', () => {
  expect(after(60_000, 60_000).of(5_000)).toBe(50_000);
});
