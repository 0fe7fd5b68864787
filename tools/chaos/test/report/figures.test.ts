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
  waits: [{ ms: 5, overtakenBy: 3 }],
  faults: 1,
  complaints: [],
};
const LIMITS = { unavailable: false, residentBytes: 100, wait: { ms: 5, overtakenBy: 3 } };

test('figures at their limits are within them', () => {
  expect(violations(GOOD, LIMITS)).toEqual([]);
  expect(violations({ ...GOOD, unavailable: 7, waits: undefined }, { unavailable: true, residentBytes: 100 })).toEqual([]);
});

test('an answer that comes late is no finding on a slow machine, and neither is one that many overtake in no time', () => {
  const waits = [
    { ms: 60_000, overtakenBy: 3 },
    { ms: 5, overtakenBy: 1_000 },
  ];
  expect(violations({ ...GOOD, waits }, LIMITS)).toEqual([]);
  expect(violations({ ...GOOD, waits }, { ...LIMITS, wait: { ms: 10_000 } })).toHaveLength(1);
});

test('where a node can be blocked, an answer is late that took long, and many times as long as without the fault', () => {
  const limits = { ...LIMITS, wait: { ms: 100, timesCalm: 20 } };
  const calmWaits = [{ ms: 10, overtakenBy: 0 }];
  const waited = (ms: number) => violations({ ...GOOD, calmWaits, waits: [{ ms, overtakenBy: 0 }] }, limits);
  expect([waited(150), waited(201)].map(({ length }) => length)).toEqual([0, 1]);
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
  { waits: [{ ms: 6, overtakenBy: 4 }] },
  { waits: [] },
  { waits: undefined },
  { complaints: ['a node went on'] },
])('%j is beyond a limit, and nothing else is', (change) => {
  expect(violations({ ...GOOD, ...change }, LIMITS)).toHaveLength(1);
});
