import { describe, expect, test } from 'vitest';
import type { RuleId } from '../../src/generated/rules.ts';
import { causesFirst, causesOf } from '../../src/model/causes.ts';

describe('of rules that failed', () => {
  test('a cause comes before its consequences, and the others keep their order', () => {
    const failed = (['COMP-01', 'HOOK-04', 'HOOK-05', 'SIG-02', 'VER-02'] as const).map((id) => ({ id }));
    expect(causesFirst(failed).map(({ id }) => id)).toEqual(['COMP-01', 'SIG-02', 'HOOK-04', 'HOOK-05', 'VER-02']);
  });

  test('the causes that failed too are named', () => {
    expect(causesOf('HOOK-05', ['COMP-01', 'HOOK-04', 'HOOK-05', 'SIG-02'])).toEqual(['HOOK-04', 'SIG-02']);
    expect(causesOf('SIG-02', ['HOOK-04', 'SIG-02'])).toEqual([]);
  });

  test.for<[RuleId, RuleId]>([
    ['COMP-02', 'COMP-04'],
    ['DLV-04', 'DLV-02'],
    ['EVT-08', 'SIG-02'],
  ])('%s may show what %s is about, and not the other way round', ([effect, cause]) => {
    expect(causesOf(effect, [cause])).toEqual([cause]);
    expect(causesOf(cause, [effect])).toEqual([]);
  });
});
