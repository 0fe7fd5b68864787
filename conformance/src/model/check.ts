import type { Trial } from '../engine/trial.ts';
import type { RuleId } from '../generated/rules.ts';

/**
 * Where a check runs. `shared` checks run side by side and disturb nobody; so do those of the `timeline`, after them, which move the target's
 * clock together; `exclusive` ones run alone, because they need its clock for themselves or provoke its defences.
 */
export type Lane = 'shared' | 'timeline' | 'exclusive';

/** The one check of one rule. */
export interface Check {
  readonly rule: RuleId;
  readonly lane: Lane;
  readonly run: (trial: Trial) => Promise<void>;
}

export function check(rule: RuleId, run: (trial: Trial) => Promise<void>): Check {
  return { rule, lane: 'shared', run };
}

export function timelineCheck(rule: RuleId, run: (trial: Trial) => Promise<void>): Check {
  return { rule, lane: 'timeline', run };
}

export function exclusiveCheck(rule: RuleId, run: (trial: Trial) => Promise<void>): Check {
  return { rule, lane: 'exclusive', run };
}
