import { describe, expect, test } from 'vitest';
import { clientMutants } from '../../mutants/clients.ts';
import { clientChecks } from '../../src/generated/checks/client-registry.ts';
import { clientVariations } from '../../variations/clients.ts';
import { clientJudging } from './judge-client.ts';

/** The first faulty client of each rule, judged by the rules that it must break. All of them, by all rules, run with `pnpm test:matrix`. */
const sample = clientChecks.map(({ rule }) => [rule, clientMutants.find(({ mustBreak: [first] }) => first === rule)] as const);

describe.concurrent('the suite finds each rule broken by a faulty client', () => {
  test.for(sample)('%s', async ([, mutant]) => {
    expect(mutant && (await clientJudging.judgeByMustBreak(mutant))).toEqual([]);
  });
});

/** Every eighth legal client, at the quick budget. */
const legal = clientVariations.filter((_variation, index) => index % 8 === 0);

describe.concurrent('of the sampled legal choices, the suite holds none against a client', () => {
  test.for(legal)('$id', async (variation) => {
    const { failures, passed } = await clientJudging.judgeLegal(variation, 'quick');
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(6);
  });
});
