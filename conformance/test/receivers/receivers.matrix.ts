import { describe, expect, test } from 'vitest';
import { receiverMutants } from '../../mutants/receivers.ts';
import { receiverVariations } from '../../variations/receivers.ts';
import { ownShard } from '../own-shard.ts';
import { receiverJudging } from './judge-receiver.ts';

describe.concurrent('the suite finds broken what a faulty receiver breaks, and nothing else', () => {
  test.for(ownShard(receiverMutants))('$id', async (mutant) => {
    expect(await receiverJudging.judgeByAll(mutant)).toEqual([]);
  });
});

describe.concurrent('the suite holds no legal choice against a receiver', () => {
  test.for(ownShard(receiverVariations))('$id', async (variation) => {
    const { failures, passed } = await receiverJudging.judgeLegal(variation, 'standard');
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(14);
  });
});
