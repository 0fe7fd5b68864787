import type { OperationId } from '../generated/operations.ts';
import type { AnswerCount } from './answer-count.ts';
import type { Cleanup } from './cleanup.ts';
import type { Conclusion } from './conclusion.ts';
import type { Exchange } from './exchange.ts';
import type { Profile, RuleResult } from './rule-result.ts';
import type { Outcome } from './verdict.ts';

/** How many cases each property tries. */
export type Budget = 'quick' | 'standard' | 'thorough';

/** A service that was judged. */
export interface JudgedService {
  /** Tells what was judged. */
  readonly role: 'service';
  /** The base address of the Admin API. */
  readonly adminUrl: string;
  /** The base address of the Customer API. */
  readonly customerUrl: string;
  /** The version in the paths, such as `v3`. */
  readonly version: string;
  /** The product word in header names. */
  readonly headerWord: string;
}

/** A receiver of webhooks that was judged. */
export interface JudgedReceiver {
  /** Tells what was judged. */
  readonly role: 'receiver';
  /** Where deliveries were posted. */
  readonly url: string;
  /** The product word in the name of the signature header. */
  readonly headerWord: string;
  /** How far a timestamp may be from now, in seconds. */
  readonly toleranceSeconds: number;
}

/** A client that was judged. */
export interface JudgedClient {
  /** Tells what was judged. */
  readonly role: 'client';
  /** The command line, quoted for a shell; null for a function in this process. */
  readonly command: string | null;
  /** The product word in header names. */
  readonly headerWord: string;
}

/** The target that was judged, by its role. */
export type JudgedTarget = JudgedService | JudgedReceiver | JudgedClient;

/** Where a target is described. */
export interface DescribedIn {
  /** The path of the file. */
  readonly file: string;
  /** The line in it, counted from 1. */
  readonly line: number;
}

/** An exchange of a run. */
interface KeptExchange {
  /** The rule that it was sent for. */
  readonly rule: string;
  /** The request and its answer, without secrets. */
  readonly exchange: Exchange;
}

/** One run of the suite. */
export interface ConformanceResult {
  /** What was judged. */
  readonly target: JudgedTarget;
  /** The command that repeats the run, without the options for a rule and a seed. */
  readonly command: string;
  /** The file that describes the target, and the line in it that reports point to; absent if there is none. */
  readonly describedIn?: DescribedIn;
  /** Every exchange of the run with its rule; absent if they are not kept. */
  readonly exchanges?: readonly KeptExchange[];
  /** Which rules decide the conclusion. */
  readonly profile: Profile;
  /** How much each property tried. */
  readonly budget: Budget;
  /** The same seed sends the same values. */
  readonly seed: number;
  /** When the run began, ISO 8601 in UTC. */
  readonly startedAt: string;
  /** How long the run took, in milliseconds. */
  readonly durationMs: number;
  /** How many requests the run sent. */
  readonly requests: number;
  /** The statuses that each operation was answered with. Empty for a client, which answers nobody. */
  readonly answers: readonly AnswerCount[];
  /** How many requests got no answer. */
  readonly lostAnswers: number;
  /** How many rules had each outcome. */
  readonly summary: Readonly<Record<Outcome, number>>;
  /** Whether the target conforms. */
  readonly conclusion: Conclusion;
  /** Operations that the suite found missing before the run. The source does not give their paths, so no rule binds them. */
  readonly absent?: readonly OperationId[];
  /** How the removal of what the run created went. */
  readonly cleanup: Cleanup;
  /** The result of each rule, including skipped ones. */
  readonly rules: readonly RuleResult[];
}

export function summarize(rules: readonly Pick<RuleResult, 'outcome'>[]): Readonly<Record<Outcome, number>> {
  const summary = { pass: 0, fail: 0, skip: 0, inconclusive: 0, error: 0 };
  for (const { outcome } of rules) summary[outcome] += 1;
  return summary;
}
