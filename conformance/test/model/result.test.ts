import { describe, expect, test } from 'vitest';
import { exitCode, summarize } from '../../src/model/result.ts';
import type { Outcome } from '../../src/model/verdict.ts';

function code(...outcomes: readonly Outcome[]): number {
  return exitCode(summarize(outcomes.map((outcome) => ({ outcome }))));
}

describe('the exit status', () => {
  test('is 0 when something was judged and nothing failed', () => {
    expect(code('pass', 'skip', 'inconclusive')).toBe(0);
  });

  test('is 1 as soon as one rule failed, whatever else happened', () => {
    expect(code('pass', 'fail', 'error')).toBe(1);
  });

  test('is 2 when nothing was judged, or the suite itself broke', () => {
    expect([code(), code('skip'), code('inconclusive'), code('pass', 'error')]).toEqual([2, 2, 2, 2]);
  });
});
