import type { OperationId } from '../generated/operations.ts';
import type { RuleCoverage } from './coverage.ts';
import type { Evidence } from './evidence.ts';
import type { JudgedRule } from './judged-rule.ts';
import type { Outcome } from './verdict.ts';

/** What became of one rule. */
export interface RuleResult extends Pick<JudgedRule, 'id' | 'level' | 'role' | 'clause' | 'statement'> {
  /** What became of it. */
  readonly outcome: Outcome;
  /** Why it was skipped, is inconclusive or broke; of a pass, what was left unjudged and why; otherwise null. */
  readonly reason: string | null;
  /** Of a skip, in a few words: what the configuration says is not there; absent if the skip has another reason. */
  readonly lacks?: string;
  /** Where too little was seen: the operation that was needed, and was not answered as if it were there; absent if that is not the reason. */
  readonly needed?: OperationId;
  /** Cases of properties, or 1. */
  readonly runs: number;
  /** How many requests it took. */
  readonly requests: number;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** How often each operation and event type that it binds was exercised; without those that the target is said to lack. */
  readonly coverage: RuleCoverage;
  /** What broke the rule; absent if it was not broken. */
  readonly failure?: RuleFailure;
  /** Why the baseline says that the target breaks this rule; absent if it does not name it, or not this failure. */
  readonly known?: string;
  /** How often it failed again where what failed was repeated, and how often it was judged then. */
  readonly repeats?: {
    /** How often it failed. */
    readonly failed: number;
    /** How often it was judged. */
    readonly of: number;
  };
  /** Why the baseline, which names this rule, does not cover this failure. */
  readonly notKnown?: string;
}

/** How a target broke a rule. */
export interface RuleFailure extends Evidence {
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What the rule demands. */
  readonly expected: string;
  /** What came instead. */
  readonly actual: string;
  /** Tells this failure of the rule from others: the same in every run that fails so. */
  readonly fingerprint: string;
  /** The run's seed: the same seed sends the same values. */
  readonly seed: number;
  /** Which of the check's properties failed, counted from 1; null if the check is no property. */
  readonly property: number | null;
  /** Where fast-check found the smallest case of that property; null if the check is no property. */
  readonly path: string | null;
  /** Without it the path leads to no history of steps: how a history is shrunk depends on which of its steps ran. */
  readonly replayPath: string | null;
  /** The smallest case that fails, as text; null if the check is no property. */
  readonly counterexample: string | null;
}

/** The rules that decide: those that the source states, or those that we chose too. */
export type Profile = 'stated' | 'reference';
