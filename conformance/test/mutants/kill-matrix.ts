import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { composed } from '../../mutants/composed.ts';
import type { Mutant } from '../../mutants/mutant.ts';
import { checks } from '../../src/checks/registry.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { fingerprints } from '../verdicts/fingerprint.ts';
import { openVerdicts } from '../verdicts/verdicts.ts';
import { contradictions, isExpected, judgeMutant } from './judge-mutant.ts';

const fingerprint = fingerprints();
const rules = checks.map(({ rule }) => rule);
/** How many faulty services are judged as one: more of them would hide one another's faults. */
const companySize = 10;

/**
 * Judges the faulty services of a file of mutants/, a few at a time. Each is judged alone by the rules that any of them breaks and by the
 * neighbours of these, where those that it names must fail and no other may; and all together by the other rules, where none may fail.
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
  const inCompany = companies(mutants).map((company) => ({ company, touched: touchedBy(company) }));
  const alone = inCompany.flatMap(({ company, touched }) => company.map((mutant) => [mutant.id, mutant, touched] as const));
  const together = inCompany.map(
    ({ company, touched }, index) => [company.map(({ id }) => id).join(', '), index, company, touched] as const,
  );
  describe.concurrent('the suite judges a faulty service', () => {
    it.for(alone)('%s', { timeout: 300_000 }, async ([id, mutant, touched]) => {
      expect(await judge(mutant, id, touched)).toEqual([]);
    });
  });
  describe.concurrent('the suite finds no other rule broken', () => {
    it.for(together)('by %s', { timeout: 300_000 }, async ([, index, company, touched]) => {
      const untouched = rules.filter((rule) => !touched.includes(rule));
      expect(await judge(composed(company), `${name}-${index}`, untouched)).toEqual([]);
    });
  });
  afterAll(() => {
    process.stdout.write(`${name}: ${judged} verdicts on faulty services were judged, ${known} were known\n`);
  });
}

type Company = readonly [Mutant, ...Mutant[]];

/** A few at a time, in their order; one that is set otherwise than the rightful service is by itself. */
function companies(mutants: readonly Mutant[]): readonly Company[] {
  const found: [Mutant, ...Mutant[]][] = [];
  for (const mutant of mutants) {
    const last = found.at(-1);
    if (last === undefined || last.length === companySize || mutant.service || last[0].service) found.push([mutant]);
    else last.push(mutant);
  }
  return found;
}

/** The rules that some of them break, and the neighbours of the one that each was made for. */
function touchedBy(company: Company): readonly RuleId[] {
  const families = company.map(({ breaks }) => familyOf(breaks[0]));
  return rules.filter((rule) => families.includes(familyOf(rule)) || company.some(({ breaks }) => breaks.includes(rule)));
}

function familyOf(rule: RuleId): string {
  return rule.split('-')[0] ?? '';
}
