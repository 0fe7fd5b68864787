import { describe, expect, test } from 'vitest';
import { mutants } from '../../../mutants/index.ts';
import type { RuleId } from '../../../src/generated/rules.ts';
import { judgeService } from '../../mutants/judge-service.ts';

describe('a redelivery without retries', () => {
  // At the standard budget tokens expire meanwhile. At the quick one, the event would be gone after the longest life of a token.
  test.for(['quick', 'standard'] as const)('is found while other rules move the clock by days (%s)', async (budget) => {
    const mutant = mutants.find(({ id }) => id === 'DLV-10-what-is-delivered-again-is-not-retried');
    const rules: readonly RuleId[] = ['AUTH-05', 'AUTH-06', 'DLV-10', 'IDEM-12'];
    const results = await judgeService({ ...mutant }, { profile: 'reference', budget, rules });
    const outcomes = results.map(({ id, outcome }) => `${id}: ${outcome}`);
    expect(outcomes).toEqual(['AUTH-05: pass', 'AUTH-06: pass', 'DLV-10: fail', 'IDEM-12: pass']);
  });
});
