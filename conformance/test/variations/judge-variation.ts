import { selectRules } from '../../src/engine/select-rules.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { Budget, RuleResult } from '../../src/model/result.ts';
import type { Variation } from '../../variations/variation.ts';
import { described, judgeService } from '../mutants/judge-service.ts';

/** A variation, and the rules that it must keep. */
export interface VariationCase {
  readonly title: string;
  readonly variation: Variation;
  readonly rules: readonly RuleId[];
}

/** All variations. A profile only selects rules, so one run shows the results under both profiles. */
export function casesOf(variations: readonly Variation[]): readonly VariationCase[] {
  return variations.map((variation) => ({ title: variation.id, variation, rules: rulesOf(variation) }));
}

/** All stated rules, and our own rules except those that the variation decides otherwise. */
function rulesOf({ rules: patterns, against = [] }: Variation): readonly RuleId[] {
  return selectRules(patterns)
    .filter(({ id, level }) => checks.some(({ rule }) => rule === id) && (level === 'stated' || !against.includes(id)))
    .map(({ id }) => id);
}

/** Judges a variation at this budget, unless it names another. @returns the complaints, and the number of rules that passed */
export async function judgeVariation(
  { variation, rules }: VariationCase,
  budget: Budget,
): Promise<{ readonly failures: readonly string[]; readonly passed: number }> {
  const results = await judgeService(
    variation,
    { profile: 'reference', budget: variation.budget ?? budget, rules, deliveryFirst: true },
    variation.describe,
  );
  const isUntold = ({ id, outcome }: RuleResult): boolean => outcome !== 'pass' && (variation.told ?? []).some((told) => told === id);
  const held = results.filter((result) => result.outcome === 'fail' || result.outcome === 'error' || isUntold(result));
  const failures = held.map(described);
  return { failures, passed: results.filter(({ outcome }) => outcome === 'pass').length };
}
