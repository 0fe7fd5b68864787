import type { OperationId } from '../generated/operations.ts';
import type { AnswerCount } from './answer-count.ts';
import type { Cleanup } from './cleanup.ts';
import type { Conclusion } from './conclusion.ts';
import type { Exchange } from './exchange.ts';
import type { Profile, RuleResult } from './rule-result.ts';
import type { Outcome } from './verdict.ts';

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
  /** The file that describes the target, and the line in it that reports point to; absent if there is none. */
  readonly describedIn?: { readonly file: string; readonly line: number };
  /** Every exchange of the run and the rule that it was made for; absent if they are not kept. */
  readonly exchanges?: readonly { readonly rule: string; readonly exchange: Exchange }[];
  readonly profile: Profile;
  readonly budget: Budget;
  readonly seed: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly requests: number;
  /** Which statuses each operation was answered with; of a client, which answers itself to nobody, none. */
  readonly answers: readonly AnswerCount[];
  /** How many of them got no answer. */
  readonly lostAnswers: number;
  readonly summary: Readonly<Record<Outcome, number>>;
  readonly conclusion: Conclusion;
  /** Operations that the target was found to lack before the run, where the source does not give their paths: no rule binds them. */
  readonly absent?: readonly OperationId[];
  /** What became of what the run created. */
  readonly cleanup: Cleanup;
  readonly rules: readonly RuleResult[];
}

export function summarize(rules: readonly Pick<RuleResult, 'outcome'>[]): Readonly<Record<Outcome, number>> {
  const summary = { pass: 0, fail: 0, skip: 0, inconclusive: 0, error: 0 };
  for (const { outcome } of rules) summary[outcome] += 1;
  return summary;
}
