import { describe, expect, it } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { runConformance } from '../../src/index.ts';

/** The rules of the families that a mutant touches: its own must fail, their neighbours must not. */
function familiesOf(rules: readonly string[]): readonly string[] {
  return [...new Set(rules.map((rule) => `${rule.split('-')[0]}-*`))];
}

describe.concurrent('the suite judges a faulty service', () => {
  it.for(mutants.map((mutant) => [mutant.id, mutant] as const))('%s', { timeout: 120_000 }, async ([, mutant]) => {
    const service = await startFaultyService(mutant);
    try {
      const result = await runConformance(service.target, {
        profile: 'reference',
        rules: familiesOf(mutant.breaks),
        budget: 'standard',
        seed: 1,
      });
      const failed = result.rules.filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
      const broken = result.rules.filter(({ outcome }) => outcome === 'error');
      expect(broken).toEqual([]);
      expect(failed.toSorted()).toEqual(mutant.breaks.toSorted());
    } finally {
      await service.close();
    }
  });
});
