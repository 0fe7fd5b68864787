import { describe, expect, test } from 'vitest';
import { variations } from '../../variations/index.ts';
import { casesOf, judgeVariation } from './judge-variation.ts';

/** Every tenth variation, in the order of the index, at the quick budget. All of them run with `pnpm test:matrix`. */
const sample = variations.filter((_variation, index) => index % 10 === 0);

describe.concurrent('of the sampled legal choices, the suite holds none against a service', () => {
  test.for(casesOf(sample))('$title', async (variationCase) => {
    const { failures, passed } = await judgeVariation(variationCase, 'quick');
    expect(failures).toEqual([]);
    // A run in which hardly a rule could be judged shows nothing.
    expect(passed).toBeGreaterThan(variationCase.rules.length / 4);
  });
});
