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
  const together = companies(mutants)
    .flatMap(groups)
    .map((group, index) => ({ ...group, key: `${name}-${index}` }));
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

type Company = readonly [Mutant, ...Mutant[]];

/** Some at a time, in their order; one that is set otherwise than the rightful service is by itself. */
function companies(mutants: readonly Mutant[]): readonly Company[] {
  const found: [Mutant, ...Mutant[]][] = mutants.filter(({ service }) => service !== undefined).map((mutant) => [mutant]);
  let last: [Mutant, ...Mutant[]] | undefined;
  for (const mutant of mutants.filter(({ service }) => service === undefined)) {
    if (last === undefined || last.length === companySize) {
      last = [mutant];
      found.push(last);
    } else last.push(mutant);
  }
  return found;
}

/** Faulty services that are judged together, by rules that are no concern of any of them. */
interface Group {
  readonly title: string;
  readonly company: Company;
  readonly others: readonly RuleId[];
}

/** Every rule with those members of a company that are not judged by it alone: rules with the same members are one group. */
function groups(company: Company): readonly Group[] {
  const found = new Map<string, Group>();
  for (const rule of rules) {
    const [first, ...rest] = company.filter((mutant) => !ownRules(mutant).includes(rule));
    if (first === undefined) continue;
    const title = [first, ...rest].map(({ id }) => id).join(', ');
    found.set(title, { title, company: [first, ...rest], others: [...(found.get(title)?.others ?? []), rule] });
  }
  return [...found.values()];
}

/** The rules that it breaks, and the neighbours of the one that it was made for. */
function ownRules({ breaks }: Mutant): readonly RuleId[] {
  return rules.filter((rule) => familyOf(rule) === familyOf(breaks[0]) || breaks.includes(rule));
}

function familyOf(rule: RuleId): string {
  return rule.split('-')[0] ?? '';
}
