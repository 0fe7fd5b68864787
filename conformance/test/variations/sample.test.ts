import { describe, expect, test } from 'vitest';
import { variations } from '../../variations/index.ts';
import { casesOf, judgeVariation } from './judge-variation.ts';

/** Every 60th variation, at the quick budget. `pnpm test:matrix` runs all. */
const sample = casesOf(variations).filter((_case, index) => index % 60 === 0);

describe.concurrent('of the sampled legal choices, the suite holds none against a service', () => {
  test.for(sample)('$title', async (variationCase) => {
    const { failures, passed } = await judgeVariation(variationCase, 'quick');
    expect(failures).toEqual([]);
    // A run that could judge hardly any rule shows nothing.
    expect(passed).toBeGreaterThan(variationCase.rules.length / 4);
  });
});
