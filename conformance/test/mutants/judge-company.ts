import { composed } from '../../mutants/composed.ts';
import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import { contradictions, judgeMutant } from './judge-mutant.ts';

/** Faulty services that are judged as one. */
export type Company = readonly [Mutant, ...Mutant[]];

/** What contradicts, by a rule, the word of those that were judged; nothing where all is as they say. */
export interface Verdict {
  readonly rule: RuleId;
  readonly contradictions: readonly string[];
}

/**
 * Judges a company by some rules. Where one of these fails that should not, or could not be judged, the company is judged again in two halves, down to
 * single members: so none leaves unjudged what another breaks, and what only several break together is held against none.
 */
export async function judgeCompany(
  company: Company,
  rules: readonly RuleId[],
  judge: typeof judgeMutant = judgeMutant,
): Promise<readonly Verdict[]> {
  const mutant = composed(company);
  const results = await judge(mutant, rules);
  const verdicts = rules.map((rule) => {
    const result = results.filter(({ id }) => id === rule);
    const isJudged = result.every(({ outcome }) => outcome !== 'inconclusive');
    return { rule, isJudged, contradictions: contradictions(mutant, [rule], result) };
  });
  const isClear = (verdict: (typeof verdicts)[number]): boolean => verdict.isJudged && verdict.contradictions.length === 0;
  const [half, others] = halves(company);
  if (others === undefined || verdicts.every(isClear)) return verdicts;
  const doubtful = verdicts.filter((verdict) => !isClear(verdict)).map(({ rule }) => rule);
  const closer = (await Promise.all([half, others].map((members) => judgeCompany(members, doubtful, judge)))).flat();
  return [...verdicts.filter(isClear), ...doubtful.map((rule) => ({ rule, contradictions: allOn(rule, closer) }))];
}

function halves(company: Company): readonly [Company, Company | undefined] {
  const middle = Math.ceil(company.length / 2);
  const [first, ...rest] = company;
  const [second, ...others] = company.slice(middle);
  return [[first, ...rest.slice(0, middle - 1)], second && [second, ...others]];
}

function allOn(rule: RuleId, verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.filter((verdict) => verdict.rule === rule).flatMap(({ contradictions: those }) => those);
}
