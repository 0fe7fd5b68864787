import type { OperationId } from '../generated/operations.ts';
import type { Rule } from '../generated/rules.ts';
import { Stopped, stoppedBy, unlessStopped } from '../http/stopped.ts';
import { compared } from '../model/baseline.ts';
import { type Check, ruleOf } from '../model/check.ts';
import { type Cleanup, NOTHING_LEFT } from '../model/cleanup.ts';
import { conclude } from '../model/conclusion.ts';
import type { RuleCoverage } from '../model/coverage.ts';
import type { JudgedRule, JudgedRuleId } from '../model/judged-rule.ts';
import { type ConformanceResult, type JudgedTarget, type RuleResult, summarize } from '../model/result.ts';
import type { RunOptions } from '../model/run-options.ts';
import { hider } from './hide-secrets.ts';
import { isJudged, judgeAll, type Observer, type RoleJudging, skipAll } from './judge-all.ts';
import type { JudgingRun } from './judging-run.ts';
import { redacted, redactedCounts, redactedExchanges } from './redact.ts';
import type { Secret } from './secret.ts';
import { matching, selectRules } from './select-rules.ts';

/** One run of one role. */
export interface RoleRun<Context> extends RoleJudging<Context> {
  readonly role: Rule['role'];
  readonly checks: readonly Check<Context, JudgedRuleId>[];
  readonly run: JudgingRun;
  readonly judged: JudgedTarget;
  /** Makes sure that the target can be judged as configured. @throws ConfigurationError */
  readonly preflight: () => Promise<void>;
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
    resultAfter = (cleanup) => resultOf(roleRun, options, { rules, startedAt, stopped, cleanup });
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

interface Judged {
  readonly rules: readonly RuleResult[];
  readonly startedAt: Date;
  /** Why the run was stopped; undefined if it was not. */
  readonly stopped: string | undefined;
  readonly cleanup: Cleanup;
}

function resultOf<Context>(
  roleRun: RoleRun<Context>,
  options: RunOptions,
  { startedAt, stopped, cleanup, ...judgedRules }: Judged,
): ConformanceResult {
  const rules = judgedRules.rules.map((rule) => ({ ...rule, coverage: roleRun.lastCoverage?.(rule.coverage) ?? rule.coverage }));
  const { profile, ...judged } = runOf(roleRun.judged, {
    ...options,
    ...(options.command !== undefined && { command: hider(roleRun.secrets())(options.command) }),
  });
  return {
    ...judged,
    profile,
    seed: roleRun.run.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: roleRun.run.log.requests,
    lostAnswers: roleRun.run.log.lost,
    ...(options.describedIn !== undefined && { describedIn: options.describedIn }),
    ...(options.keepExchanges && { exchanges: redactedExchanges(roleRun.run.log.kept, roleRun.secrets()) }),
    answers: roleRun.role === 'client' ? [] : redactedCounts(roleRun.run.log.answers, roleRun.secrets()),
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

async function judge<Context>(roleRun: RoleRun<Context>, options: RunOptions): Promise<readonly RuleResult[]> {
  const { run, checks, role } = roleRun;
  const selected = rulesNamed(options.rules, role, options);
  const observer = reporting(roleRun, options, selected.length);
  try {
    await unlessStopped(roleRun.preflight(), run.signal);
  } catch (error) {
    if (error instanceof Stopped) return skipAll(selected, run, observer);
    throw error;
  }
  options.onEvent?.({ type: 'run-started', seed: run.seed, rules: selected.map(({ id }) => id) });
  return await judgeAll(checks, selected, run, options, observer, roleRun);
}

function reporting<Context>({ secrets }: RoleRun<Context>, { onEvent, baseline }: RunOptions, total: number): Observer {
  let done = 0;
  return {
    started: ({ id }) => onEvent?.({ type: 'rule-started', rule: id }),
    judged: (judged) => {
      const result = redacted(compared(judged, baseline), secrets());
      done += 1;
      onEvent?.({ type: 'rule-judged', result, done, total });
      return result;
    },
  };
}
