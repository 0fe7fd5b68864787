import { describe, expect, it } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { runConformance } from '../../src/index.ts';
import { variations } from '../../variations/index.ts';

describe.concurrent('the suite holds no legal choice against a service', () => {
  it.for(variations.map((variation) => [variation.id, variation] as const))(
    '%s',
    { timeout: 180_000 },
    async ([, { describe: describeTarget, rules: patterns, ...variation }]) => {
      const service = await startFaultyService(variation);
      try {
        const target = describeTarget?.(service.target) ?? service.target;
        const { rules, summary } = await runConformance(target, { budget: 'quick', seed: 1, ...(patterns && { rules: patterns }) });
        const blamed = rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
        expect(blamed.map(({ id, failure, reason }) => [id, failure?.message ?? reason, failure?.actual])).toEqual([]);
        expect(summary.pass).toBeGreaterThan(15);
      } finally {
        await service.close();
      }
    },
  );
});
