import type { Cleanup } from './cleanup.ts';
import type { Conclusion } from './conclusion.ts';
import type { RuleCoverage } from './coverage.ts';
import type { Evidence } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import type { JudgedRule } from './own-check.ts';
import type { Outcome } from './verdict.ts';

/** What became of one rule. */
export interface RuleResult extends Pick<JudgedRule, 'id' | 'level' | 'role' | 'clause' | 'statement'> {
  readonly outcome: Outcome;
  /** Why it was skipped, is inconclusive or broke; of a pass, what was left unjudged and why; otherwise null. */
  readonly reason: string | null;
  /** Of a skip, in a few words: what the configuration says is not there; absent where the skip has another reason. */
  readonly lacks?: string;
  /** Cases of properties, or 1. */
  readonly runs: number;
  readonly requests: number;
  readonly durationMs: number;
  /** How often each operation and event type that it binds was exercised; without those that the target is said to lack. */
  readonly coverage: RuleCoverage;
  readonly failure?: RuleFailure;
  /** Why the baseline says that the target breaks this rule; absent where it does not name it, or not this failure. */
  readonly known?: string;
  /** How often it failed again where what failed was repeated, and how often it was judged then. */
  readonly repeats?: { readonly failed: number; readonly of: number };
  /** Why the baseline, which names this rule, does not cover this failure. */
  readonly notKnown?: string;
}

export interface RuleFailure extends Evidence {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Tells this failure of the rule from others: the same in every run that fails so. */
  readonly fingerprint: string;
  /** The run's seed: the same seed sends the same values. */
  readonly seed: number;
  /** Which of the check's properties failed, counted from 1; null where the check is no property. */
  readonly property: number | null;
  /** Where fast-check found the smallest case of that property; null where the check is no property. */
  readonly path: string | null;
  /** Without it the path leads to no history of steps: how a history is shrunk depends on which of its steps ran. */
  readonly replayPath: string | null;
  readonly counterexample: string | null;
}

export type Profile = 'stated' | 'reference';

/** How much each property tries. */
export type Budget = 'quick' | 'standard' | 'thorough';

/** A service that was judged. */
export interface JudgedService {
  readonly role: 'service';
  readonly adminUrl: string;
  readonly customerUrl: string;
  readonly version: string;
  readonly headerWord: string;
}

/** A receiver of webhooks that was judged. */
export interface JudgedReceiver {
  readonly role: 'receiver';
  readonly url: string;
  readonly headerWord: string;
  readonly toleranceSeconds: number;
}

/** A client that was judged. */
export interface JudgedClient {
  readonly role: 'client';
  /** The command line, as a shell takes it; null for a function of the same process. */
  readonly command: string | null;
  readonly headerWord: string;
}

/** What was judged, by its role. */
export type JudgedTarget = JudgedService | JudgedReceiver | JudgedClient;

/** One run of the suite. */
export interface ConformanceResult {
  readonly target: JudgedTarget;
  /** The command that judges again, without the choice of a rule and a seed. */
  readonly command: string;
  /** The file that describes the target, and the line in it that reports point to; absent where there is none. */
  readonly describedIn?: { readonly file: string; readonly line: number };
  /** Every exchange of the run and the rule that it was made for; absent where they are not kept. */
  readonly exchanges?: readonly { readonly rule: string; readonly exchange: Exchange }[];
  readonly profile: Profile;
  readonly budget: Budget;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  readonly summary: Readonly<Record<Outcome, number>>;
  readonly conclusion: Conclusion;
  /** What became of what the run created. */
  readonly cleanup: Cleanup;
  readonly rules: readonly RuleResult[];
}

export function summarize(rules: readonly Pick<RuleResult, 'outcome'>[]): Readonly<Record<Outcome, number>> {
  const summary = { pass: 0, fail: 0, skip: 0, inconclusive: 0, error: 0 };
  for (const { outcome } of rules) summary[outcome] += 1;
  return summary;
}
