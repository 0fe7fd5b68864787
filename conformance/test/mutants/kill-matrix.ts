import { fileURLToPath } from 'node:url';
import { afterAll, describe, it } from 'vitest';
import type { Mutant } from '../../mutants/mutant.ts';
import { checks } from '../../src/checks/registry.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { fingerprints } from '../verdicts/fingerprint.ts';
import { openVerdicts } from '../verdicts/verdicts.ts';
import { contradictions, isExpected, judgeMutant } from './judge-mutant.ts';

const fingerprint = fingerprints();

/** The rules of the families that a mutant touches: its own must fail, their neighbours must not. */
function rulesOf({ breaks }: Mutant): readonly RuleId[] {
  const families = new Set(breaks.map(familyOf));
  return checks.map(({ rule }) => rule).filter((rule) => families.has(familyOf(rule)));
}

function familyOf(rule: RuleId): string {
  return rule.split('-')[0] ?? '';
}

/** Judges the faulty services of a file of mutants/. What was judged before and rests on nothing that has changed is not judged again. */
export function judgeMutants(name: string, mutants: readonly Mutant[]): void {
  const entries = [`../../mutants/${name}.ts`, './judge-mutant.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)));
  let [judged, known] = [0, 0];
  describe.concurrent('the suite judges a faulty service', () => {
    it.for(mutants.map((mutant) => [mutant.id, mutant] as const))('%s', { timeout: 300_000 }, async ([, mutant], { expect }) => {
      const verdicts = openVerdicts(mutant.id, (rule) => fingerprint(entries, rule));
      const rules = rulesOf(mutant);
      const missing = verdicts.missing(rules);
      known += rules.length - missing.length;
      if (missing.length === 0) return;
      const results = await judgeMutant(mutant, missing);
      judged += results.length;
      verdicts.keep(results.filter((result) => isExpected(mutant, result)).map(({ id }) => id));
      expect(contradictions(mutant, missing, results)).toEqual([]);
    });
  });
  afterAll(() => {
    process.stdout.write(`${name}: ${judged} verdicts on faulty services were judged, ${known} were known\n`);
  });
}
