import type { Mutant } from '../../mutants/mutant.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { Budget, RuleResult } from '../../src/model/result.ts';
import { judgeService } from '../verdicts/judge-service.ts';

/**
 * Runs the suite against a faulty service: the rules that must fail at the quick budget, where many do; those that did not, and all others, at the
 * standard one, where more may be found wrongly. Of what hides all others, most rules can tell nothing: the quick budget has to do for them.
 */
export async function judgeMutant(mutant: Mutant, rules: readonly RuleId[]): Promise<readonly RuleResult[]> {
  const judge = async (budget: Budget, ids: readonly RuleId[]): Promise<readonly RuleResult[]> =>
    ids.length === 0 ? [] : await judgeService(mutant, { profile: 'reference', budget, rules: ids });
  const [named, others] = [rules.filter((rule) => isNamed(mutant, rule)), rules.filter((rule) => !isNamed(mutant, rule))];
  const quick = await judge('quick', mutant.judgedAlone ? rules : named);
  const missed = quick.filter(({ id, outcome }) => outcome !== 'fail' && isNamed(mutant, id)).map(({ id }) => id);
  const standard = await judge('standard', mutant.judgedAlone ? missed : [...missed, ...others]);
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
export function isExpected(mutant: Mutant, { id, outcome }: Pick<RuleResult, 'id' | 'outcome'>): boolean {
  if (isNamed(mutant, id)) return outcome === 'fail';
  return outcome !== 'error' && (outcome !== 'fail' || mutant.mayBreak?.includes(id) === true);
}

function isNamed({ mustBreak }: Mutant, id: RuleId): boolean {
  return mustBreak.some((rule) => rule === id);
}
