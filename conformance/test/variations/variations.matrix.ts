import { describe, expect, test } from 'vitest';
import { variations } from '../../variations/index.ts';
import { ownShard } from '../own-shard.ts';
import { casesOf, judgeVariation } from './judge-variation.ts';

describe.concurrent('the suite holds no legal choice against a service', () => {
  test.for(ownShard(casesOf(variations)))('$title', async (variationCase) => {
    const { failures, passed } = await judgeVariation(variationCase, 'standard');
    expect(failures).toEqual([]);
    // A run in which hardly a rule could be judged shows nothing.
    expect(passed).toBeGreaterThan(variationCase.rules.length / 4);
  });
});
