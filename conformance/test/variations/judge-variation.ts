import { selectRules } from '../../src/engine/select-rules.ts';
import { checks } from '../../src/generated/checks/registry.ts';
import type { RuleId } from '../../src/generated/rules.ts';
import type { Budget, Profile } from '../../src/model/result.ts';
import type { Variation } from '../../variations/variation.ts';
import { described, judgeService } from '../mutants/judge-service.ts';

/** One variation under one profile, with the rules that it must keep. */
export interface VariationCase {
  readonly title: string;
  readonly variation: Variation;
  readonly profile: Profile;
  readonly rules: readonly RuleId[];
}

/** Each variation under both profiles, where it has rules to keep. */
export function casesOf(variations: readonly Variation[]): readonly VariationCase[] {
  const cases = variations.flatMap((variation) =>
    (['stated', 'reference'] as const).map((profile) => {
      const rules = rulesOf(variation, profile);
      return { title: `${variation.id}, under ${profile}`, variation, profile, rules };
    }),
  );
  return cases.filter(({ rules }) => rules.length > 0);
}

/** Under `stated` all that the source states; under `reference` our own decisions, but for those that the variation takes otherwise. */
function rulesOf({ rules: patterns, against = [] }: Variation, profile: Profile): readonly RuleId[] {
  const checked = selectRules(patterns).filter(({ id }) => checks.some(({ rule }) => rule === id));
  return checked
    .filter(({ id, level }) => (profile === 'stated' ? level === 'stated' : level === 'chosen' && !against.includes(id)))
    .map(({ id }) => id);
}

/** Judges a variation, unless it says otherwise at this budget. @returns what is held against it, and the number of rules that passed */
export async function judgeVariation(
  { variation, profile, rules }: VariationCase,
  budget: Budget,
): Promise<{ readonly failures: readonly string[]; readonly passed: number }> {
  const results = await judgeService(
    variation,
    { profile, budget: variation.budget ?? budget, rules, deliveryFirst: true },
    variation.describe,
  );
  const failures = results.filter(({ outcome }) => outcome === 'fail' || outcome === 'error').map(described);
  return { failures, passed: results.filter(({ outcome }) => outcome === 'pass').length };
}
