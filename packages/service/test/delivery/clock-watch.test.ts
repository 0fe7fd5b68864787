import { expect, test } from 'vitest';
import { createClockWatch } from '../../src/delivery/clock-watch.ts';

test('a clock that goes back is noticed once, one that goes on or ahead is not', () => {
  let aheadMs = 0;
  const wentBack = createClockWatch({ now: () => performance.now() + aheadMs });
  expect([wentBack(), wentBack()]).toEqual([true, false]);
  aheadMs -= 3_600_000;
  expect([wentBack(), wentBack()]).toEqual([true, false]);
  aheadMs += 7_200_000;
  expect(wentBack()).toBe(false);
});
