import type { RuleId } from '../generated/rules.ts';
import type { Trial } from './trial.ts';

/**
 * Where a check runs. `shared` checks run side by side and disturb nobody; `exclusive` ones run alone, after them, in the order of the
 * registry, because they move the target's clock, expire tokens or provoke its defences.
 */
export type Lane = 'shared' | 'exclusive';

/** The one check of one rule. */
export interface Check {
  readonly rule: RuleId;
  readonly lane: Lane;
  readonly run: (trial: Trial) => Promise<void>;
}

export function check(rule: RuleId, run: (trial: Trial) => Promise<void>): Check {
  return { rule, lane: 'shared', run };
}

export function exclusiveCheck(rule: RuleId, run: (trial: Trial) => Promise<void>): Check {
  return { rule, lane: 'exclusive', run };
}
