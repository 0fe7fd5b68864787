import { describe, expect, test } from 'vitest';
import { startFaultyService } from '../../mutants/peer/faulty-service.ts';
import { type Budget, type ConformanceResult, runConformance } from '../../src/index.ts';
import { surfaceVariations } from '../../variations/surfaces.ts';
import type { Variation } from '../../variations/variation.ts';

/** Services with only the endpoints of the source, which answer other paths in different ways. */
const alone = surfaceVariations.filter(({ id }) => id.startsWith('what-the-source-names-alone'));

async function judged({ fault, describe: described = (target) => target }: Variation, budget: Budget): Promise<ConformanceResult> {
  const service = await startFaultyService({ ...(fault && { fault }) });
  try {
    return await runConformance(described(service.target), { budget, seed: 1 });
  } finally {
    await service.close();
  }
}

describe('a service with exactly the endpoints of the source', () => {
  test.for(alone.map((variation) => [variation.id, variation] as const))('conforms at the quick budget: %s', async ([, variation]) => {
    const { conclusion, cleanup, rules } = await judged(variation, 'quick');
    expect(rules.filter(({ outcome }) => outcome === 'fail' || outcome === 'inconclusive' || outcome === 'error')).toEqual([]);
    expect(conclusion).toMatchObject({ exitCode: 0, judged: conclusion.rules });
    expect(cleanup.left.length).toBeLessThanOrEqual(60);
  });

  test('conforms at the standard budget, and leaves no more than 60 objects behind', async () => {
    const variation = alone.find(({ id }) => id.endsWith('-404'));
    const { conclusion, cleanup, absent = [] } = await judged(variation ?? { id: '' }, 'standard');
    expect(conclusion).toMatchObject({ exitCode: 0, judged: conclusion.rules });
    expect(cleanup.left.length).toBeLessThanOrEqual(60);
    expect(absent).toContain('deleteAnagrafica');
  });
});
