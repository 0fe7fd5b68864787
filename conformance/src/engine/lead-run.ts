import type { OperationId } from '../generated/operations.ts';
import type { Rule } from '../generated/rules.ts';
import { Stopped, stoppedBy, unlessStopped } from '../http/stopped.ts';
import { compared, isKnownFailure } from '../model/baseline.ts';
import { type Check, ruleOf } from '../model/check.ts';
import { type Cleanup, NOTHING_LEFT } from '../model/cleanup.ts';
import { conclude, UNOBSERVABLE } from '../model/conclusion.ts';
import type { RuleCoverage } from '../model/coverage.ts';
import type { JudgedRule, JudgedRuleId } from '../model/judged-rule.ts';
import { type ConformanceResult, type JudgedTarget, type RuleResult, summarize } from '../model/result.ts';
import type { RunOptions } from '../model/run-options.ts';
import { hider } from './hide-secrets.ts';
import type { JudgingRun } from './judging-run.ts';
import { redacted, redactedCounts, redactedExchanges } from './redact.ts';
import { type Entry, isJudged, type JudgeGroup, reasonToSkip, schedule, skipped, stoppedBefore } from './schedule.ts';
import type { Secret } from './secret.ts';
import { matching, selectRules } from './select-rules.ts';

/** One run of one role. */
export interface RoleRun<Context> {
  readonly role: Rule['role'];
  readonly checks: readonly Check<Context, JudgedRuleId>[];
  readonly run: JudgingRun;
  readonly judged: JudgedTarget;
  /** Makes sure that the target can be judged as configured. @throws ConfigurationError */
  readonly preflight: () => Promise<void>;
  /** Starts the background parts before any rule is judged. */
  readonly begin?: (entries: readonly Entry<Context>[]) => Promise<void>;
  readonly judgeGroup: JudgeGroup<Context>;
  /** All secrets that are known so far. */
  readonly secrets: () => readonly Secret[];
  /** What the run has created at the target, before anything is removed. Absent if it creates nothing. */
  readonly standing?: () => Cleanup;
  /** Removes what was created, and closes every connection. */
  readonly leave: () => Promise<Cleanup>;
  /** The operations that the preflight found missing. */
  readonly absent?: readonly OperationId[];
  /** A rule's coverage once the run is over, if it may still grow. */
  readonly lastCoverage?: (coverage: RuleCoverage) => RuleCoverage;
}

/**
 * Judges a target by the rules of its role.
 * @param failed aborted if the run cannot go on
 * @throws ConfigurationError if the target cannot be judged as configured
 */
export async function leadRun<Context>(
  roleRun: RoleRun<Context>,
  options: RunOptions,
  failed: AbortController,
): Promise<ConformanceResult> {
  const startedAt = new Date();
  let resultAfter: (cleanup: Cleanup) => ConformanceResult;
  try {
    const rules = await judge(roleRun, options);
    const { signal } = roleRun.run;
    const stopped = signal.aborted ? stoppedBy(signal).message : undefined;
    resultAfter = (cleanup) => resultOf(roleRun, options, rules, startedAt, stopped, cleanup);
    options.onEvent?.({ type: 'rules-judged', result: resultAfter(roleRun.standing?.() ?? NOTHING_LEFT) });
  } catch (error) {
    failed.abort();
    await roleRun.leave();
    throw error;
  }
  const result = resultAfter(await roleRun.leave());
  options.onEvent?.({ type: 'run-finished', result });
  return result;
}

/** @param stopped why the run was stopped; undefined if it was not */
function resultOf<Context>(
  roleRun: RoleRun<Context>,
  options: RunOptions,
  judgedRules: readonly RuleResult[],
  startedAt: Date,
  stopped: string | undefined,
  cleanup: Cleanup,
): ConformanceResult {
  const { run, lastCoverage } = roleRun;
  const rules = judgedRules.map((rule) => ({ ...rule, coverage: lastCoverage?.(rule.coverage) ?? rule.coverage }));
  const { profile, ...judged } = runOf(roleRun.judged, {
    ...options,
    ...(options.command !== undefined && { command: hider(roleRun.secrets())(options.command) }),
  });
  return {
    ...judged,
    profile,
    seed: run.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: run.log.requests,
    lostAnswers: run.log.lost,
    ...(options.describedIn !== undefined && { describedIn: options.describedIn }),
    ...(options.keepExchanges && { exchanges: redactedExchanges(run.log.kept, roleRun.secrets()) }),
    answers: roleRun.role === 'client' ? [] : redactedCounts(run.log.answers, roleRun.secrets()),
    summary: summarize(rules),
    conclusion: conclude(rules, profile, { ...options, require: requiredRules(roleRun, options) }, stopped),
    ...(roleRun.absent !== undefined && roleRun.absent.length > 0 && { absent: roleRun.absent }),
    cleanup,
    rules,
  };
}

/** The part of a result that says what was judged, and how. */
export function runOf(target: JudgedTarget, options: RunOptions): Pick<ConformanceResult, 'target' | 'command' | 'profile' | 'budget'> {
  const { profile = 'stated', budget = 'standard' } = options;
  const flags = [...(profile === 'stated' ? [] : [`--profile ${profile}`]), ...(budget === 'standard' ? [] : [`--budget ${budget}`])];
  const { command = ['business-cloud-conformance', target.role, ...flags].join(' ') } = options;
  return { target, command, profile, budget };
}

/** A pattern requires only rules that the profile judges. A rule with its whole id is always required. */
function requiredRules<Context>({ role }: RoleRun<Context>, options: RunOptions): readonly string[] {
  const { require = [] } = options;
  if (require.length === 0) return [];
  const named = new Set(require.map((pattern) => pattern.toUpperCase()));
  return rulesNamed(require, role, options).flatMap((rule) => (named.has(rule.id) || isJudged(rule, options) ? [rule.id] : []));
}

function rulesNamed(patterns: readonly string[] | undefined, role: Rule['role'], { ownChecks = [] }: RunOptions): readonly JudgedRule[] {
  const own = ownChecks.map(ruleOf).filter((rule) => rule.role === role);
  return [...selectRules(patterns, role), ...matching(own, patterns)];
}

/** Judges the rules by the schedule of their checks. Returns the results in the order of the rules. */
async function judge<Context>(roleRun: RoleRun<Context>, options: RunOptions): Promise<readonly RuleResult[]> {
  const { run, role, secrets } = roleRun;
  const { onEvent, baseline } = options;
  const selected = rulesNamed(options.rules, role, options);
  const results = new Map<string, RuleResult>();
  const report = (judged: RuleResult): void => {
    const result = redacted(compared(judged, baseline), secrets());
    results.set(result.id, result);
    onEvent?.({ type: 'rule-judged', result, done: results.size, total: selected.length });
  };
  const take = async (rule: JudgedRule, work: () => Promise<void>): Promise<void> => {
    await run.workers.enter();
    try {
      const reason = reasonToStop(results, run, options);
      if (reason !== undefined) report(skipped(rule, reason));
      else await work();
    } finally {
      run.workers.leave();
    }
  };
  if (await isReady(roleRun)) {
    onEvent?.({ type: 'run-started', seed: run.seed, rules: selected.map(({ id }) => id) });
    const started = ({ id }: JudgedRule): void => onEvent?.({ type: 'rule-started', rule: id });
    const entries = selected.flatMap((rule) => entryOf(rule, roleRun, options, report) ?? []);
    await roleRun.begin?.(entries);
    for (const group of schedule(entries, run.workers.oneByOne)) await roleRun.judgeGroup(group, { started, report, take });
  } else for (const rule of selected) report(skipped(rule, stoppedBefore(run.signal)));
  return selected.flatMap(({ id }) => results.get(id) ?? []);
}

/** Whether the rules can be judged. They cannot if the run is stopped before. @throws ConfigurationError */
async function isReady<Context>({ run, preflight }: RoleRun<Context>): Promise<boolean> {
  try {
    await unlessStopped(preflight(), run.signal);
    return true;
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  }
}

/** The rule with its check; reports a rule that is not judged. */
function entryOf<Context>(
  rule: JudgedRule,
  { checks }: RoleRun<Context>,
  options: RunOptions,
  report: (result: RuleResult) => void,
): Entry<Context> | undefined {
  const check = checks.find((candidate) => candidate.rule === rule.id);
  const reason = reasonToSkip(rule, check, options);
  if (check !== undefined && reason === undefined) return { rule, check };
  report(skipped(rule, reason ?? '', rule.unobservable && UNOBSERVABLE));
  return undefined;
}

function reasonToStop(results: ReadonlyMap<string, RuleResult>, run: JudgingRun, { bail = false }: RunOptions): string | undefined {
  if (run.signal.aborted) return stoppedBefore(run.signal);
  const failed = bail && [...results.values()].find((result) => result.outcome === 'fail' && !isKnownFailure(result));
  return failed ? `${failed.id} failed before it (--bail)` : undefined;
}
