import type { Rule, RuleId } from '../generated/rules.ts';

/** The id of a rule that is not part of the contract, for instance `OWN-01`. */
export type OwnRuleId = `OWN-${string}`;

/** The id of a rule that a target is judged by. */
export type JudgedRuleId = RuleId | OwnRuleId;

/** A rule that a target is judged by: one of the contract, or one of the suite's user. */
export interface JudgedRule extends Omit<Rule, 'id' | 'level'> {
  /** The id of the rule, such as `IDEM-13`; `OWN-...` for one that is not part of the contract. */
  readonly id: JudgedRuleId;
  /** Whether the source states it, we chose it, or it is your own. */
  readonly level: Rule['level'] | 'own';
}

export function isOwnRule(id: string): id is OwnRuleId {
  return id.startsWith('OWN-');
}
