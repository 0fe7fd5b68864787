import { describe, expect, test } from 'vitest';
import { variations } from '../../variations/index.ts';
import { ownShard } from '../own-shard.ts';
import { casesOf, judgeVariation } from './judge-variation.ts';

/** The standard budget takes three times as long. Use it after a change to a check. */
const budget = process.env.CONFORMANCE_VARIATION_BUDGET === 'standard' ? 'standard' : 'quick';

describe.concurrent(`the suite holds no legal choice against a service at the ${budget} budget`, () => {
  test.for(ownShard(casesOf(variations)))('$title', async (variationCase) => {
    const { failures, passed } = await judgeVariation(variationCase, budget);
    expect(failures).toEqual([]);
    // A run that could judge hardly any rule shows nothing.
    expect(passed).toBeGreaterThan(variationCase.rules.length / 4);
  });
});
