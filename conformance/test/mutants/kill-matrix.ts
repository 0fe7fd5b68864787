import { describe, expect, it } from 'vitest';
import type { Mutant } from '../../mutants/mutant.ts';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { runConformance } from '../../src/index.ts';

/** The rules of the families that a mutant touches: its own must fail, their neighbours must not. */
function familiesOf(rules: readonly string[]): readonly string[] {
  return [...new Set(rules.map((rule) => `${rule.split('-')[0]}-*`))];
}

/** Runs the suite against each faulty service: one file a family, so that families are judged side by side. */
export function judgeMutants(mutants: readonly Mutant[]): void {
  describe.concurrent('the suite judges a faulty service', () => {
    it.for(mutants.map((mutant) => [mutant.id, mutant] as const))('%s', { timeout: 120_000 }, async ([, mutant]) => {
      const service = await startFaultyService(mutant);
      try {
        const { rules } = await runConformance(service.target, {
          profile: 'reference',
          rules: mutant.judged ?? familiesOf(mutant.breaks),
          seed: 1,
        });
        const tolerated = new Set<string>(mutant.perhaps ?? []);
        const failed = rules.filter(({ id, outcome }) => outcome === 'fail' && !tolerated.has(id)).map(({ id }) => id);
        expect(rules.filter(({ outcome }) => outcome === 'error')).toEqual([]);
        expect(failed.toSorted()).toEqual(mutant.breaks.toSorted());
      } finally {
        await service.close();
      }
    });
  });
}
