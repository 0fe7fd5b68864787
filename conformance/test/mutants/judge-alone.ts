import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { RuleResult } from '../../src/model/result.ts';
import { described, judgeService } from './judge-service.ts';

/** The rules that a mutant says it must or may break. */
export function namedRules({ mustBreak, mayBreak = [] }: Mutant): readonly RuleId[] {
  return [...mustBreak, ...mayBreak];
}

/**
 * Judges a mutant by the rules that it must break. The quick budget finds most faults; what it misses is looked for at the standard budget.
 * @returns what contradicts the mutant: empty where each of these rules fails
 */
export async function judgeByMustBreak(mutant: Mutant): Promise<readonly string[]> {
  const quick = await judgeService(mutant, { profile: 'reference', budget: 'quick', rules: mutant.mustBreak });
  const missed = mutant.mustBreak.filter((rule) => outcomeOf(rule, quick) !== 'fail');
  return contradictions(mutant, missed, await judgeService(mutant, { profile: 'reference', budget: 'standard', rules: missed }));
}

/** Judges a mutant by some rules, at the quick budget. @returns what contradicts the mutant */
export async function judgeByRules(mutant: Mutant, rules: readonly RuleId[]): Promise<readonly string[]> {
  return contradictions(mutant, rules, await judgeService(mutant, { profile: 'reference', budget: 'quick', rules }));
}

/** Which results contradict the mutant: what it must break has to fail, nothing else that it does not name may, and no check may crash. */
export function contradictions(mutant: Mutant, rules: readonly RuleId[], results: readonly RuleResult[]): readonly string[] {
  const unjudged = rules.filter((rule) => outcomeOf(rule, results) === undefined).map((rule) => `${rule}: not judged`);
  return [...unjudged, ...results.filter((result) => !isExpected(mutant, result)).map(described)].map((text) => `${mutant.id}: ${text}`);
}

function outcomeOf(rule: RuleId, results: readonly RuleResult[]): RuleResult['outcome'] | undefined {
  return results.find(({ id }) => id === rule)?.outcome;
}

function isExpected({ mustBreak, mayBreak = [] }: Mutant, { id, outcome }: RuleResult): boolean {
  if (mustBreak.some((rule) => rule === id)) return outcome === 'fail';
  return outcome !== 'error' && (outcome !== 'fail' || mayBreak.some((rule) => rule === id));
}
