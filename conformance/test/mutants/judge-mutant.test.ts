import { describe, expect, it } from 'vitest';
import type { Mutant } from '../../mutants/mutant.ts';
import { contradictions, isExpected } from './judge-mutant.ts';

const rules = ['AUTH-01', 'AUTH-02', 'HDR-01'] as const;
const mutant: Mutant = { id: 'AUTH-01-somehow', mustBreak: ['AUTH-01'], mayBreak: ['AUTH-02'] };

describe('a verdict that is kept', () => {
  it('is a failure of a rule that is named, and of no other', () => {
    expect(isExpected(mutant, { id: 'AUTH-01', outcome: 'fail' })).toBe(true);
    expect(isExpected(mutant, { id: 'AUTH-01', outcome: 'pass' })).toBe(false);
    expect(isExpected(mutant, { id: 'AUTH-01', outcome: 'inconclusive' })).toBe(false);
    expect(isExpected(mutant, { id: 'AUTH-02', outcome: 'fail' })).toBe(true);
    expect(isExpected(mutant, { id: 'AUTH-02', outcome: 'pass' })).toBe(true);
    expect(isExpected(mutant, { id: 'HDR-01', outcome: 'pass' })).toBe(true);
    expect(isExpected(mutant, { id: 'HDR-01', outcome: 'skip' })).toBe(true);
    expect(isExpected(mutant, { id: 'HDR-01', outcome: 'fail' })).toBe(false);
  });

  it('is never one of a suite that broke', () => {
    for (const id of rules) expect(isExpected(mutant, { id, outcome: 'error' })).toBe(false);
  });

  it('is missed where a rule was not judged at all', () => {
    expect(contradictions(mutant, ['AUTH-01'], [])).toEqual(['AUTH-01: not judged']);
  });
});
