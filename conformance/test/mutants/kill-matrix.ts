import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { fileOf, mutants } from '../../mutants/index.ts';
import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { fingerprints } from '../verdicts/fingerprint.ts';
import { openVerdicts } from '../verdicts/verdicts.ts';
import { groupsOf, ownRules } from './groups.ts';
import { type Company, judgeCompany } from './judge-company.ts';

const fingerprint = fingerprints();

/** Into how many files of tests the matrix is divided, for whatever number of workers. */
export const parts = 6;

const timeout = 300_000;

/**
 * Judges a part of the faulty services, from 1. Each is judged alone by the rules that it breaks and by the neighbours of the first of them, where those that
 * it names must fail and no other may; and by every other rule together with others, where none may fail. What takes longest comes first.
 * What was judged before and rests on nothing that has changed is not judged again.
 */
export function judgePart(part: number): void {
  const judge = judging(part);
  const isOurs = (_judged: unknown, index: number): boolean => index % parts === part - 1;
  describe.concurrent('the suite finds no other rule broken', () => {
    it.for(groupsOf(mutants).filter(isOurs))('by $title', { timeout }, async ({ title, company, others }) => {
      const name = `together-${createHash('sha256').update(title).digest('hex').slice(0, 16)}`;
      expect(await judge(name, company, others)).toEqual([]);
    });
  });
  describe.concurrent('the suite judges a faulty service', () => {
    it.for(mutants.filter(isOurs))('$id', { timeout }, async (mutant) => {
      expect(await judge(mutant.id, [mutant], ownRules(mutant))).toEqual([]);
    });
  });
}

/** Judges a company, unless that is known, and answers what contradicts its word; says in the end how much was judged. */
function judging(part: number): (name: string, company: Company, rules: readonly RuleId[]) => Promise<readonly string[]> {
  let [judged, known] = [0, 0];
  afterAll(() => {
    process.stdout.write(`part ${part}: ${judged} verdicts on faulty services were judged, ${known} were known\n`);
  });
  return async (name, company, rules) => {
    const entries = ['./judge-company.ts', ...filesOf(company)].map((file) => fileURLToPath(new URL(file, import.meta.url)));
    const verdicts = openVerdicts(name, (rule) => fingerprint(entries, rule));
    const missing = verdicts.missing(rules);
    known += rules.length - missing.length;
    if (missing.length === 0) return [];
    const found = await judgeCompany(company, missing);
    judged += found.length;
    verdicts.keep(found.filter(({ contradictions }) => contradictions.length === 0).map(({ rule }) => rule));
    return found.flatMap(({ contradictions }) => contradictions);
  };
}

function filesOf(company: readonly Mutant[]): readonly string[] {
  return [...new Set(company.map(({ mustBreak: [rule] }) => `../../mutants/${fileOf(rule)}`))];
}
