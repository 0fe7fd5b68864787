import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { Budget, RuleResult } from '../../src/run/result.ts';
import { judgeService } from '../verdicts/judge-service.ts';

/** Runs the suite against a faulty service: all at the quick budget, and again at the standard one where a rule that must fail did not. */
export async function judgeMutant(mutant: Mutant, rules: readonly RuleId[]): Promise<readonly RuleResult[]> {
  const judge = (budget: Budget, ids: readonly RuleId[]): Promise<readonly RuleResult[]> =>
    judgeService(mutant, { profile: 'reference', budget, rules: ids });
  const quick = await judge('quick', rules);
  const missed = quick.filter(({ id, outcome }) => outcome !== 'fail' && mutant.breaks.some((rule) => rule === id)).map(({ id }) => id);
  if (missed.length === 0) return quick;
  const standard = await judge('standard', missed);
  return [...quick.filter(({ id }) => !missed.includes(id)), ...standard];
}

/** What contradicts the mutant's word on some rules: the named ones must fail, no other may, none may break the suite. */
export function contradictions(mutant: Mutant, rules: readonly RuleId[], results: readonly RuleResult[]): readonly string[] {
  const unjudged = rules.filter((rule) => !results.some(({ id }) => id === rule)).map((rule) => `${rule}: not judged`);
  return [...unjudged, ...results.filter((result) => !isExpected(mutant, result)).map(described)];
}

function described({ id, outcome, reason, failure }: RuleResult): string {
  const why = failure === undefined ? (reason ?? '') : `${failure.message} Expected ${failure.expected}, got ${failure.actual}`;
  return `${id}: ${outcome}: ${why}`;
}

/** Whether the mutant says that the rule may end so. */
export function isExpected({ breaks, perhaps = [] }: Mutant, { id, outcome }: Pick<RuleResult, 'id' | 'outcome'>): boolean {
  if (breaks.some((rule) => rule === id)) return outcome === 'fail';
  return outcome !== 'error' && (outcome !== 'fail' || perhaps.some((rule) => rule === id));
}
