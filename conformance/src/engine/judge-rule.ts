import { LostAnswer } from '../http/lost-answer.ts';
import { Stopped, unlessStopped } from '../http/stopped.ts';
import { fingerprintOf } from '../model/baseline.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Coverage, RuleCoverage } from '../model/coverage.ts';
import type { JudgedRule } from '../model/judged-rule.ts';
import type { RuleResult } from '../model/result.ts';
import { Failure, Inconclusive, type Outcome, Skip } from '../model/verdict.ts';
import type { Judging } from './judging.ts';
import type { JudgingRun } from './judging-run.ts';

export type Judgement = Pick<RuleResult, 'outcome' | 'reason' | 'lacks' | 'needed' | 'failure'>;

/** How a role judges its rules. */
export interface RuleJudging<Context extends Judging<JudgingRun>> {
  /** Runs the check in a context. */
  readonly check: (context: Context) => Promise<void>;
  /** Makes the context to judge in. @param before the previous one, if the rule is judged again */
  readonly newContext: (before?: Context) => Context;
  /** Whether to judge again because an answer was lost. Prepares that. */
  readonly retried?: (context: Context, error: unknown) => Promise<boolean>;
  readonly coverage: (called: Coverage) => RuleCoverage;
  /** What the rule binds and the check must exercise, but did not. */
  readonly missing: (coverage: RuleCoverage) => readonly string[];
}

/** How often a rule is judged at most if its answers are lost. */
const MOST_TIMES = 5;

/** Runs the check of one rule and returns the rule's result. */
export async function judgeRule<Context extends Judging<JudgingRun>>(rule: JudgedRule, judging: RuleJudging<Context>): Promise<RuleResult> {
  const startedAt = Date.now();
  let context = judging.newContext();
  let [judgement, error] = await judge(rule.id, context, judging);
  for (let time = 1; time < MOST_TIMES && judgement.outcome !== 'pass' && (await judging.retried?.(context, error)); time += 1) {
    context = judging.newContext(context);
    [judgement, error] = await judge(rule.id, context, judging);
  }
  const { id, level, role, clause, statement } = rule;
  const coverage = judging.coverage(context.coverage);
  // Below the standard budget a check exercises only a sample of what the rule binds.
  if (judgement.outcome === 'pass' && context.run.effort >= 1) judgement = wholly(judgement, judging.missing(coverage));
  return {
    id,
    level,
    role,
    clause,
    statement,
    ...judgement,
    coverage,
    runs: Math.max(1, context.runs),
    requests: context.requests,
    durationMs: Date.now() - startedAt,
  };
}

/** A pass for only a part of what the rule binds is inconclusive. */
function wholly(judgement: Judgement, missing: readonly string[]): Judgement {
  if (missing.length === 0) return judgement;
  const reason = `the check did not exercise ${missing.join(', ')}, which the rule binds${judgement.reason === null ? '' : ` (${judgement.reason})`}`;
  return { outcome: 'inconclusive', reason };
}

async function judge<Context extends Judging<JudgingRun>>(
  rule: string,
  context: Context,
  { check }: RuleJudging<Context>,
): Promise<readonly [judgement: Judgement, error: unknown]> {
  try {
    await unlessStopped(check(context), context.run.signal);
  } catch (error) {
    if (error instanceof Inconclusive) error.needed ??= context.unable;
    return [describe(error, rule, context.run.seed), error];
  }
  if (context.judgements === 0)
    return [{ outcome: 'inconclusive', reason: context.unjudged ?? 'the check found nothing to judge' }, undefined];
  return [{ outcome: 'pass', reason: context.unjudged }, undefined];
}

function describe(error: unknown, rule: string, seed: number): Judgement {
  if (error instanceof Failure) {
    const { finding, evidence, counterexample } = error;
    const { message, expected, actual } = finding;
    return {
      outcome: 'fail',
      reason: null,
      failure: {
        message,
        expected,
        actual,
        fingerprint: fingerprintOf(rule, finding),
        seed,
        property: counterexample?.property ?? null,
        path: counterexample?.path ?? null,
        replayPath: counterexample?.replayPath ?? null,
        counterexample: counterexample?.counterexample ?? null,
        ...evidence,
      },
    };
  }
  if (error instanceof ConfigurationError) throw error;
  const lacks = error instanceof Skip ? error.lacks : undefined;
  const needed = error instanceof Inconclusive ? error.needed : undefined;
  return {
    outcome: outcomeOf(error),
    reason: error instanceof Error ? error.message : String(error),
    ...(lacks !== undefined && { lacks }),
    ...(needed !== undefined && { needed }),
  };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Skip) return 'skip';
  if (error instanceof Stopped) return 'inconclusive';
  return error instanceof Inconclusive || error instanceof LostAnswer ? 'inconclusive' : 'error';
}
