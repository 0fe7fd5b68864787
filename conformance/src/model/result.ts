import type { OperationId } from '../generated/operations.ts';
import type { Cleanup } from './cleanup.ts';
import type { RuleCoverage } from './coverage.ts';
import type { Evidence } from './evidence.ts';
import type { Exchange } from './exchange.ts';
import type { JudgedRule } from './judged-rule.ts';
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

/** The possible verdicts on a target. */
export type Verdict = 'conforms' | 'does not conform' | 'cannot be told';

/** The overall verdict of a run. */
export interface Conclusion {
  /** Whether the target conforms. */
  readonly verdict: Verdict;
  /** 0 conforms, 1 does not conform, 2 cannot be told. */
  readonly exitCode: 0 | 1 | 2;
  /** The number of rules of the profile that were judged. */
  readonly judged: number;
  /** The number of rules of the profile that bind the target and can be observed from outside. */
  readonly rules: number;
  /** The number of rules that were not judged, by a short reason. */
  readonly notJudged: Readonly<Record<string, number>>;
  /** The conclusion in one line. */
  readonly headline: string;
}

/** An exchange of a run. */
export interface KeptExchange {
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

/** How often one operation got one status in a run, and the first request that got it. */
export interface AnswerCount {
  /** Null if the request calls no operation of the contract, such as a delivery to a receiver. */
  readonly operation: OperationId | null;
  /** The HTTP status. */
  readonly status: number;
  /** How often the operation got this status. */
  readonly times: number;
  /** The first request that got it. */
  readonly first: {
    /** The rule that it was sent for. */
    readonly rule: string;
    /** The HTTP method, in upper case. */
    readonly method: string;
    /** The whole address, without secrets. */
    readonly url: string;
  };
}

/** Whether a status says that the operation does not exist or failed. */
export function isUnable(status: number): boolean {
  return status === 404 || status === 405 || status >= 500;
}

/** The default file that describes the target. `init` writes it. */
export const settingsFiles: Readonly<Record<JudgedTarget['role'], string>> = {
  service: 'conformance.yaml',
  receiver: 'receiver.yaml',
  client: 'client.yaml',
};

/** Quotes a text as one word for a shell. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
