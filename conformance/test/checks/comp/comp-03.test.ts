import { expect, test } from 'vitest';
import { startFaultyService } from '../../../mutants/peer/faulty-service.ts';
import { runConformance } from '../../../src/index.ts';

/** Without documents nothing refers to anything, so that one of the parts says nothing. */
const NO_DOCUMENTS = { documentoCreate: null, documentoPut: null };

test('COMP-03 is judged at the quick budget whichever part the seed draws', async () => {
  const service = await startFaultyService();
  const target = { ...service.target, surface: { ...service.target.surface, ...NO_DOCUMENTS } };
  try {
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const outcomes: string[] = [];
    for (const seed of seeds) {
      const { rules } = await runConformance(target, { rules: ['COMP-03'], profile: 'reference', budget: 'quick', seed });
      outcomes.push(...rules.map(({ outcome }) => outcome));
    }
    expect(outcomes).toEqual(seeds.map(() => 'pass'));
  } finally {
    await service.close();
  }
});
