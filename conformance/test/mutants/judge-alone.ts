import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { RuleResult } from '../../src/model/result.ts';
import { described, judgeService } from './judge-service.ts';

/** The rules that a mutant says it must or may break. */
export function namedRules({ mustBreak, mayBreak = [] }: Mutant): readonly RuleId[] {
  return [...mustBreak, ...mayBreak];
}

/**
 * Judges a mutant by the rules that it must break, and by others that it may break. The quick budget finds most faults. The standard
 * budget looks for the rest.
 * @returns what contradicts the mutant, empty if each rule that it must break fails and no check crashes
 */
export async function judgeByMustBreak(mutant: Mutant, others: readonly RuleId[] = []): Promise<readonly string[]> {
  const { mustBreak } = mutant;
  const quick = await judgeService(mutant, { profile: 'reference', budget: 'quick', rules: [...mustBreak, ...others] });
  const missed = mustBreak.filter((rule) => outcomeOf(rule, quick) !== 'fail');
  const ofOthers = quick.filter(({ id }) => others.some((rule) => rule === id));
  const standard = await judgeService(mutant, { profile: 'reference', budget: 'standard', rules: missed });
  return [...contradictions(mutant, others, ofOthers), ...contradictions(mutant, missed, standard)];
}

/** Judges a mutant by some rules, at the quick budget. @returns what contradicts the mutant */
export async function judgeByRules(mutant: Mutant, rules: readonly RuleId[]): Promise<readonly string[]> {
  return contradictions(mutant, rules, await judgeService(mutant, { profile: 'reference', budget: 'quick', rules }));
}

/** The results that contradict the mutant: a rule that it must break passes, a rule that it does not name fails, or a check crashes. */
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
