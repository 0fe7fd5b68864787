import type { JudgedRuleId } from './judged-rule.ts';
import type { ConformanceResult } from './result.ts';
import type { RuleResult } from './rule-result.ts';

/** What a run reports while it runs. No event holds a secret. */
export type RunEvent = RunStarted | RuleStarted | RequestSent | RuleJudged | RulesJudged | RunFinished;

/** The target can be judged as configured; the rules follow. */
export interface RunStarted {
  readonly type: 'run-started';
  readonly seed: number;
  /** Rules that will be reported, the skipped ones too. */
  readonly rules: readonly JudgedRuleId[];
}

export interface RuleStarted {
  readonly type: 'rule-started';
  readonly rule: JudgedRuleId;
}

export interface RequestSent {
  readonly type: 'request-sent';
  /** The rule that it was sent for; `preflight` before the first, `cleanup` for what is removed again. */
  readonly rule: string;
  readonly method: string;
  readonly url: string;
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  /** Unix milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
}

export interface RuleJudged {
  readonly type: 'rule-judged';
  readonly result: RuleResult;
  /** Rules judged so far, this one among them. */
  readonly done: number;
  readonly total: number;
}

/** Every rule is judged: from here on only what the run created is removed. */
export interface RulesJudged {
  readonly type: 'rules-judged';
  /** The result as it stands should nothing be removed. */
  readonly result: ConformanceResult;
}

/** The last event: what the run created has been removed. */
export interface RunFinished {
  readonly type: 'run-finished';
  readonly result: ConformanceResult;
}
