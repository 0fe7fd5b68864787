import type { JudgedRuleId } from './judged-rule.ts';
import type { ConformanceResult, RuleResult } from './result.ts';

/** What a run reports while it runs. No event contains a secret. */
export type RunEvent = RunStarted | RuleStarted | RequestSent | RuleJudged | RulesJudged | RunFinished;

/** The target can be judged as configured, and the rules follow. */
export interface RunStarted {
  /** The first event of a run. */
  readonly type: 'run-started';
  /** The seed of the run, given or random. */
  readonly seed: number;
  /** Rules that will be reported, including skipped ones. */
  readonly rules: readonly JudgedRuleId[];
}

/** The judgement of a rule begins. */
export interface RuleStarted {
  /** Several rules may be judged at once. */
  readonly type: 'rule-started';
  /** The id of the rule. */
  readonly rule: JudgedRuleId;
}

/** A request was sent, and its answer came or was lost. */
export interface RequestSent {
  /** Retries are requests of their own. */
  readonly type: 'request-sent';
  /** The rule that it was sent for, `preflight` before the first rule, or `cleanup` during the removal. */
  readonly rule: string;
  /** The HTTP method, in upper case. */
  readonly method: string;
  /** The whole address, without secrets. */
  readonly url: string;
  /** Undefined if no answer came. */
  readonly status: number | undefined;
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** The time until the whole answer, in milliseconds. */
  readonly durationMs: number;
}

/** A rule was judged, or skipped. */
export interface RuleJudged {
  /** It comes once for each rule. */
  readonly type: 'rule-judged';
  /** The result of the rule. */
  readonly result: RuleResult;
  /** The number of rules judged so far, including this one. */
  readonly done: number;
  /** The number of rules that the run reports in all. */
  readonly total: number;
}

/** Every rule is judged. What follows only removes what the run created. */
export interface RulesJudged {
  /** It comes once, unless the run breaks. */
  readonly type: 'rules-judged';
  /** The result as it would be if nothing were removed. */
  readonly result: ConformanceResult;
}

/** The last event: the removal has ended. */
export interface RunFinished {
  /** Nothing follows it. */
  readonly type: 'run-finished';
  /** The result of the run, including the removal of its objects. */
  readonly result: ConformanceResult;
}
