import { expect, test } from 'vitest';
import { type Figures, violations } from '../../src/report/figures.ts';

const GOOD: Figures = {
  written: 10,
  lost: 0,
  doubled: 0,
  undelivered: 0,
  serverErrors: 0,
  unavailable: 0,
  residentBytes: 100,
  bystanderMs: 5,
  faults: 1,
  complaints: [],
};
const LIMITS = { unavailable: false, residentBytes: 100, bystanderMs: 5 };

test('figures at their limits are within them', () => {
  expect(violations(GOOD, LIMITS)).toEqual([]);
  expect(violations({ ...GOOD, unavailable: 7, bystanderMs: undefined }, { unavailable: true, residentBytes: 100 })).toEqual([]);
});

test.for<Partial<Figures>>([
  { written: 0 },
  { faults: 0 },
  { lost: 1 },
  { doubled: 1 },
  { undelivered: 1 },
  { serverErrors: 1 },
  { unavailable: 1 },
  { residentBytes: 101 },
  { bystanderMs: 6 },
  { bystanderMs: undefined },
  { complaints: ['a node went on'] },
])('%j is beyond a limit, and nothing else is', (change) => {
  expect(violations({ ...GOOD, ...change }, LIMITS)).toHaveLength(1);
});
