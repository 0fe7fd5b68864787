import type { RuleResult } from '../model/result.ts';

/** A rule and an operation or event type that it binds. */
interface Pair {
  readonly rule: string;
  readonly name: string;
  /** How often the rule was judged by it. */
  readonly times: number;
}

/** Every pair of the rules that were judged. */
export function pairsOf(rules: readonly RuleResult[]): readonly Pair[] {
  return rules
    .filter(({ outcome }) => outcome !== 'skip' && outcome !== 'error')
    .flatMap(({ id, coverage }) => Object.entries(coverage).map(([name, times]) => ({ rule: id, name, times })));
}

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
