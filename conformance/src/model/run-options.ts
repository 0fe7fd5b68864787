import type { Baseline } from './baseline.ts';
import type { OwnCheck } from './check.ts';
import type { Strictness } from './conclusion.ts';
import { ConfigurationError } from './configuration-error.ts';
import type { JudgedRuleId } from './judged-rule.ts';
import type { Budget, ConformanceResult, DescribedIn, Profile, RuleResult } from './result.ts';

/** Where to find one failure again. */
interface ReplayedCase {
  /** The number of the check's property that failed, from 1. */
  readonly property: number;
  /** fast-check's path to the smallest failing case of that property. */
  readonly path: string;
  /** Which steps of a history ran. Absent if the case is no history. */
  readonly replayPath?: string;
}

/** Where to find an earlier run's failures, by rule. */
export type Replay = ReadonlyMap<string, ReplayedCase>;

/** How a target is judged. */
export interface RunOptions extends Strictness {
  /** Which rules decide the conclusion. Default: `stated`, those of the source. */
  readonly profile?: Profile | undefined;
  /** Patterns of rule ids, with `*` as wildcard. Default: all rules. */
  readonly rules?: readonly string[] | undefined;
  /** How much each property tries. Default: `standard`. */
  readonly budget?: Budget | undefined;
  /** The same seed sends the same values. Default: random. */
  readonly seed?: number | undefined;
  /** Whether to stop after the first rule that fails. */
  readonly bail?: boolean | undefined;
  /** How many rules may send at once. Rules that only wait do not count. Default: 10 for a service, 4 for a receiver or client. */
  readonly workers?: number | undefined;
  /** The largest number of requests per second. Default: no limit. */
  readonly requestsPerSecond?: number | undefined;
  /** Your own checks of a service, besides those of the contract. `rules` selects among them too. */
  readonly ownChecks?: readonly OwnCheck[] | undefined;
  /** Known failures. Default: none. */
  readonly baseline?: Baseline | undefined;
  /** The failures of an earlier run, which are tried first. Default: none. */
  readonly replay?: Replay | undefined;
  /** Called with every event as it happens. An error that it throws ends the run. */
  readonly onEvent?: ((event: RunEvent) => void) | undefined;
  /** How long to wait for the first answer of a target that is starting, in milliseconds. Default: 0. */
  readonly waitForMs?: number | undefined;
  /** How long one answer may take, in milliseconds. Default: 30 s. */
  readonly requestWithinMs?: number | undefined;
  /** Whether the run checks that a delivery can arrive before it judges rules that await one. If none arrives, the run does not start. */
  readonly deliveryFirst?: boolean | undefined;
  /** Stops the run when it is aborted. What was created is still removed, unless the abort comes during the removal. */
  readonly signal?: AbortSignal | undefined;
  /** Keeps every exchange, for a report of the whole run. */
  readonly keepExchanges?: boolean | undefined;
  /** The file that describes the target, and the line in it that reports point to. */
  readonly describedIn?: DescribedIn | undefined;
  /** The command that started the run, for reports. With a rule and a seed added, it judges that rule again. */
  readonly command?: string | undefined;
  /** Stops the removal of what a stopped run created. The result names what is left. */
  readonly abandon?: AbortSignal | undefined;
}

interface NumberRange {
  readonly name: 'seed' | 'workers' | 'requestsPerSecond' | 'waitForMs' | 'requestWithinMs';
  /** Words that follow "must be". */
  readonly expected: string;
  readonly accepts: (value: number) => boolean;
}

const NUMBERS: readonly NumberRange[] = [
  { name: 'seed', expected: 'a whole number', accepts: Number.isSafeInteger },
  { name: 'workers', expected: 'a whole number, 1 or more', accepts: (value) => Number.isSafeInteger(value) && value >= 1 },
  { name: 'requestsPerSecond', expected: 'a number above 0', accepts: (value) => value > 0 },
  { name: 'waitForMs', expected: 'a number of milliseconds, 0 or more', accepts: (value) => value >= 0 },
  { name: 'requestWithinMs', expected: 'a number of milliseconds, 1 or more', accepts: (value) => value >= 1 },
];

/** @throws ConfigurationError for a number that cannot be used, such as NaN from JavaScript */
export function requireUsable(options: RunOptions): void {
  for (const { name, expected, accepts } of NUMBERS) {
    const value = options[name];
    if (value === undefined || (Number.isFinite(value) && accepts(value))) continue;
    throw new ConfigurationError(`${name} must be ${expected}.`);
  }
}

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
interface RulesJudged {
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
