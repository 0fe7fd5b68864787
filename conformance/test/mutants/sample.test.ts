import { describe, expect, test } from 'vitest';
import { mutants } from '../../mutants/index.ts';
import type { Mutant } from '../../mutants/mutant.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import { judgeByMustBreak } from './judge-alone.ts';

/** At least one mutant for each rule that has a check. `pnpm test:matrix` runs all mutants and all rules. */
function sampled(): readonly Mutant[] {
  const missing = new Set<string>(checks.map(({ rule }) => rule));
  const newlyBroken = ({ mustBreak }: Mutant): number => mustBreak.filter((rule) => missing.has(rule)).length;
  const chosen: Mutant[] = [];
  while (missing.size > 0) {
    const next = mutants.reduce((best, mutant) => (newlyBroken(mutant) > newlyBroken(best) ? mutant : best));
    expect(newlyBroken(next), `no mutant breaks ${[...missing].join(', ')}`).toBeGreaterThan(0);
    for (const rule of next.mustBreak) missing.delete(rule);
    chosen.push(next);
  }
  return chosen;
}

describe.concurrent('the suite finds each rule broken by a faulty service', () => {
  test.for(sampled())('$id', async (mutant) => {
    expect(await judgeByMustBreak(mutant)).toEqual([]);
  });
});
