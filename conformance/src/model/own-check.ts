import type { Scheduling } from './check.ts';
import type { CheckContext } from './check-context.ts';
import type { JudgedRule, OwnRuleId } from './judged-rule.ts';

/**
 * A check of a rule that is not the contract's: it is judged in every profile by the same engine, and what it creates is removed.
 * Without a word on that it runs beside others, and disturbs none of them.
 */
export interface OwnCheck extends Partial<Scheduling> {
  /** Its id in reports, `OWN-` and a name of yours. */
  readonly id: OwnRuleId;
  /** What must hold, in one sentence. */
  readonly statement: string;
  /** Where that is written. */
  readonly clause?: string;
  /** Judges, and fails by `context.judge`. */
  readonly run: (context: CheckContext) => Promise<void>;
}

export function isOwnRule(id: string): id is OwnRuleId {
  return id.startsWith('OWN-');
}

/** An own check as the rule that it judges. */
export function ruleOf({ id, statement, clause = 'a check of your own' }: OwnCheck): JudgedRule {
  return { id, level: 'own', role: 'service', clause, statement, operations: [] };
}
