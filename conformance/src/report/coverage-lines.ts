import type { RuleResult } from '../model/rule-result.ts';
import { pairsOf } from './exercised-pairs.ts';

/**
 * How much of what the rules bind the run exercised, for the end of the console report. Empty if no rule was judged.
 * @param verbose whether to name what was never exercised
 */
export function coverageLines(rules: readonly RuleResult[], verbose: boolean): readonly string[] {
  const pairs = pairsOf(rules);
  if (pairs.length === 0) return [];
  const missing = pairs.filter(({ times }) => times === 0);
  const head = `Exercised ${pairs.length - missing.length} of ${pairs.length} pairs of a rule and one of its operations or event types.`;
  if (!verbose) return ['', missing.length === 0 ? head : `${head} --verbose names the others.`];
  const byName = [...Map.groupBy(missing, ({ name }) => name)];
  return ['', head, ...byName.map(([name, ofName]) => `  never ${name}: ${ofName.map(({ rule }) => rule).join(' ')}`)];
}
