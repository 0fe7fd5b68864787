import { expect, test } from 'vitest';
import { summarize } from '../../src/model/result.ts';

test('a summary counts each outcome', () => {
  const outcomes = ['pass', 'fail', 'pass', 'skip', 'inconclusive', 'error'] as const;
  const counts = { pass: 2, fail: 1, skip: 1, inconclusive: 1, error: 1 };
  expect(summarize(outcomes.map((outcome) => ({ outcome })))).toEqual(counts);
});
