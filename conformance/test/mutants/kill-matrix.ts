import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { composed } from '../../mutants/composed.ts';
import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { fingerprints } from '../verdicts/fingerprint.ts';
import { openVerdicts } from '../verdicts/verdicts.ts';
import { groupsOf, ownRules } from './groups.ts';
import { contradictions, isExpected, judgeMutant } from './judge-mutant.ts';

const fingerprint = fingerprints();

/**
 * Judges the faulty services of a file of mutants/. Each is judged alone by the rules that it breaks and by the neighbours of the first of
 * them, where those that it names must fail and no other may; and by every other rule together with others, where none may fail.
 * What was judged before and rests on nothing that has changed is not judged again.
 */
export function judgeMutants(name: string, mutants: readonly Mutant[]): void {
  const entries = [`../../mutants/${name}.ts`, './kill-matrix.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)));
  let [judged, known] = [0, 0];
  const judge = async (mutant: Mutant, verdictsName: string, selected: readonly RuleId[]): Promise<readonly string[]> => {
    const verdicts = openVerdicts(verdictsName, (rule) => fingerprint(entries, rule));
    const missing = verdicts.missing(selected);
    known += selected.length - missing.length;
    if (missing.length === 0) return [];
    const results = await judgeMutant(mutant, missing);
    judged += results.length;
    verdicts.keep(results.filter((result) => isExpected(mutant, result)).map(({ id }) => id));
    return contradictions(mutant, missing, results);
  };
  const together = groupsOf(mutants).map((group, index) => ({ ...group, key: `${name}-${index}` }));
  describe.concurrent('the suite judges a faulty service', () => {
    it.for(mutants)('$id', { timeout: 300_000 }, async (mutant) => {
      expect(await judge(mutant, mutant.id, ownRules(mutant))).toEqual([]);
    });
  });
  describe.concurrent('the suite finds no other rule broken', () => {
    it.for(together)('by $title', { timeout: 300_000 }, async ({ key, company, others }) => {
      expect(await judge(composed(company), key, others)).toEqual([]);
    });
  });
  afterAll(() => {
    process.stdout.write(`${name}: ${judged} verdicts on faulty services were judged, ${known} were known\n`);
  });
}
