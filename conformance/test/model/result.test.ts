import { describe, expect, it } from 'vitest';
import { exitCode, summarize } from '../../src/model/result.ts';
import type { Outcome } from '../../src/model/verdict.ts';

function code(...outcomes: readonly Outcome[]): number {
  return exitCode(summarize(outcomes.map((outcome) => ({ outcome }))));
}

describe('the exit status', () => {
  it('is 0 when something was judged and nothing failed', () => {
    expect(code('pass', 'skip', 'inconclusive')).toBe(0);
  });

  it('is 1 as soon as one rule failed, whatever else happened', () => {
    expect(code('pass', 'fail', 'error')).toBe(1);
  });

  it('is 2 when nothing was judged, or the suite itself broke', () => {
    expect([code(), code('skip'), code('inconclusive'), code('pass', 'error')]).toEqual([2, 2, 2, 2]);
  });
});
