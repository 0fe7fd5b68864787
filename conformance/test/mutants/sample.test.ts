import { describe, expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { judgeByMustBreak } from './judge-alone.ts';

/** The first mutant of each rule that has a check, judged by the rules that it must break. All mutants and all rules run with `pnpm test:matrix`. */
const sample = checks.map(({ rule }) => [rule, mutants.find(({ mustBreak: [first] }) => first === rule)] as const);

describe.concurrent('the suite finds each rule broken by a faulty service', () => {
  test.for(sample)('%s', async ([, mutant]) => {
    expect(mutant && (await judgeByMustBreak(mutant))).toEqual([]);
  });
});
