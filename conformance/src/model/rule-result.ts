import type { OperationId } from '../generated/operations.ts';
import type { RuleCoverage } from './coverage.ts';
import type { Evidence } from './evidence.ts';
import type { JudgedRule } from './judged-rule.ts';
import type { Outcome } from './verdict.ts';

/** The result of one rule. */
export interface RuleResult extends Pick<JudgedRule, 'id' | 'level' | 'role' | 'clause' | 'statement'> {
  /** Whether it passed, failed, was skipped, is inconclusive, or is an error. */
  readonly outcome: Outcome;
  /** Why it was skipped, is inconclusive or an error; for a pass, which part was left unjudged and why; otherwise null. */
  readonly reason: string | null;
  /** What the target lacks by its configuration, in a few words; only for a skip, and absent if it has another reason. */
  readonly lacks?: string;
  /** For an inconclusive rule: the needed operation that does not work; absent if there is another reason. */
  readonly needed?: OperationId;
  /** The number of cases of all properties, or 1. */
  readonly runs: number;
  /** How many requests it took. */
  readonly requests: number;
  /** How long it took, in milliseconds. */
  readonly durationMs: number;
  /** How often each operation and event type that it binds was exercised, without those that the target lacks by its configuration. */
  readonly coverage: RuleCoverage;
  /** How the target broke the rule; absent if it did not. */
  readonly failure?: RuleFailure;
  /** The baseline's reason for this failure; absent if the baseline does not cover it. */
  readonly known?: string;
  /** How often the rule was judged again after its failure, and how often it failed again. */
  readonly repeats?: {
    /** How often it failed. */
    readonly failed: number;
    /** How often it was judged. */
    readonly of: number;
  };
  /** Why the baseline does not cover this failure although it lists the rule. */
  readonly notKnown?: string;
}

/** How a target broke a rule. */
export interface RuleFailure extends Evidence {
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What the rule demands. */
  readonly expected: string;
  /** What happened instead. */
  readonly actual: string;
  /** Identifies this failure of the rule. It is the same in every run that fails this way. */
  readonly fingerprint: string;
  /** The run's seed. The same seed sends the same values. */
  readonly seed: number;
  /** The number of the property that failed, from 1; null if the check has none. */
  readonly property: number | null;
  /** fast-check's path to the smallest failing case of that property; null if the check has none. */
  readonly path: string | null;
  /** Needed besides `path` to repeat a history of steps, because its shrinking depends on which steps ran. */
  readonly replayPath: string | null;
  /** The smallest failing case, as text; null if the check has no property. */
  readonly counterexample: string | null;
}

/** The rules that decide: `stated` by the source, or also those that we chose (`reference`). */
export type Profile = 'stated' | 'reference';
