import { expect, test } from 'vitest';
import { Patience } from '../../src/receiver/patience.ts';

function after(...tookMs: readonly number[]): Patience {
  const patience = new Patience();
  for (const ms of tookMs) patience.note(ms);
  return patience;
}

test('the suite waits for a delivery as long as configured if others come soon', () => {
  expect(after().of(5_000)).toBe(5_000);
  expect(after(100, 80, 120).of(5_000)).toBe(5_000);
  // One that waits behind another says nothing about the rest.
  expect(after(100, 80, 30_000, 90, 120).of(5_000)).toBe(5_000);
});

test('the suite waits longer for a delivery if others take long', () => {
  expect(after(900, 1_500, 2_000).of(5_000)).toBe(15_000);
  expect(after(...Array.from({ length: 30 }, () => 10), ...Array.from({ length: 20 }, () => 1_000)).of(5_000)).toBe(10_000);
});

test('a short wait says nothing about how long deliveries take', async () => {
  const patience = after(...Array.from({ length: 10 }, () => 2_000));
  for (let wait = 0; wait < 40; wait += 1) await patience.wait(async () => true, 5_000);
  expect(patience.of(5_000)).toBe(20_000);
});

test('nothing is waited for without end', () => {
  expect(after(60_000, 60_000).of(5_000)).toBe(50_000);
});

test('the suite waits once more for a missing delivery, unless a later one came', async () => {
  const patience = new Patience();
  const waits: string[] = [];
  const inVain = async (): Promise<boolean> => {
    waits.push('in vain');
    return false;
  };
  expect(await patience.wait(inVain, 5_000)).toBe(false);
  expect(waits).toHaveLength(2);
  const amid = async (): Promise<boolean> => {
    waits.push('amid others');
    return !(await patience.wait(async () => true, 5_000));
  };
  expect(await patience.wait(amid, 5_000)).toBe(false);
  expect(waits).toHaveLength(3);
});

test('a delivery that comes late on a busy machine counts', async () => {
  const patience = new Patience();
  let waits = 0;
  const late = async (): Promise<boolean> => {
    waits += 1;
    return waits === 2;
  };
  expect(await patience.wait(late, 5_000)).toBe(true);
});
