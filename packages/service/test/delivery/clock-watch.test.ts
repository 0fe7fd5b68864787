import { expect, test } from 'vitest';
import { createClockWatch } from '../../src/delivery/clock-watch.ts';

test('a clock that goes back is noticed at once, one that goes on or ahead is not', () => {
  let aheadMs = 0;
  const wentBack = createClockWatch({ now: () => performance.now() + aheadMs });
  expect([wentBack(), wentBack()]).toEqual([true, false]);
  aheadMs -= 3_600_000;
  expect([wentBack(), wentBack()]).toEqual([true, false]);
  aheadMs += 7_200_000;
  expect(wentBack()).toBe(false);
});

test('it is told again until what was begun before has ended, because that may still be written by the time before', () => {
  let passedMs = 0;
  let aheadMs = 0;
  const wentBack = createClockWatch({ now: () => passedMs + aheadMs }, () => passedMs);
  const toldIn = (seconds: number) =>
    Array.from({ length: seconds }, (_, second) => {
      passedMs += 1_000;
      return wentBack() ? [second + 1] : [];
    }).flat();
  expect([wentBack(), toldIn(30)]).toEqual([true, []]);
  aheadMs -= 3_600_000;
  expect([wentBack(), toldIn(60)]).toEqual([true, [5, 10, 15, 20]]);
});
