import { describe, expect, test } from 'vitest';
import { receiverMutants } from '../../mutants/receivers.ts';
import { receiverChecks } from '../../src/generated/checks/receiver-registry.ts';
import { receiverVariations } from '../../variations/receivers.ts';
import { receiverJudging } from './judge-receiver.ts';

/** The first faulty receiver of each rule, judged by the rules that it must break. All of them, by all rules, run with `pnpm test:matrix`. */
const sample = receiverChecks.map(({ rule }) => [rule, receiverMutants.find(({ mustBreak: [first] }) => first === rule)] as const);

describe.concurrent('the suite finds each rule broken by a faulty receiver', () => {
  test.for(sample)('%s', async ([, mutant]) => {
    expect(mutant && (await receiverJudging.judgeByMustBreak(mutant))).toEqual([]);
  });
});

/** Every fourth legal receiver, at the quick budget. */
const legal = receiverVariations.filter((_variation, index) => index % 4 === 0);

describe.concurrent('of the sampled legal choices, the suite holds none against a receiver', () => {
  test.for(legal)('$id', async (variation) => {
    const { failures, passed } = await receiverJudging.judgeLegal(variation, 'quick');
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(14);
  });
});
