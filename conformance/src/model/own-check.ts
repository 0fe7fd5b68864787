import type { Scheduling } from './check.ts';
import type { CheckContext } from './check-context.ts';
import type { JudgedRule, OwnRuleId } from './judged-rule.ts';

/**
 * A check of a rule that is not part of the contract. The same engine judges it in every profile and removes what it creates.
 * By default it runs in parallel with others and must not disturb them.
 */
export interface OwnCheck extends Partial<Scheduling> {
  /** Its id in reports: `OWN-` and a name that you choose. */
  readonly id: OwnRuleId;
  /** What must hold, in one sentence. */
  readonly statement: string;
  /** Where the rule is written down. */
  readonly clause?: string;
  /** Judges the rule by calls of `context.judge`. */
  readonly run: (context: CheckContext) => Promise<void>;
}

export function isOwnRule(id: string): id is OwnRuleId {
  return id.startsWith('OWN-');
}

/** The rule that an own check judges. */
export function ruleOf({ id, statement, clause = 'a check of your own' }: OwnCheck): JudgedRule {
  return { id, level: 'own', role: 'service', clause, statement, operations: [] };
}
