import type { RuleResult } from '../model/rule-result.ts';

/** A rule and an operation or event type that it binds. */
export interface Pair {
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
