import { LostAnswer } from '../http/lost-answer.ts';
import { Stopped } from '../http/stopped.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Coverage, RuleCoverage } from '../model/coverage.ts';
import { fingerprintOf } from '../model/fingerprint.ts';
import type { JudgedRule } from '../model/judged-rule.ts';
import type { RuleResult } from '../model/rule-result.ts';
import { Failure, Inconclusive, type Outcome, Skip } from '../model/verdict.ts';
import { unlessStopped } from './interrupt.ts';
import type { Judging } from './judging.ts';
import type { JudgingRun } from './judging-run.ts';

export type Judgement = Pick<RuleResult, 'outcome' | 'reason' | 'lacks' | 'needed' | 'failure'>;

/** What a role knows of how its rules are judged. */
export interface RuleJudging<Context extends Judging<JudgingRun>> {
  /** Runs the check in a context. */
  readonly check: (context: Context) => Promise<void>;
  /** The context to judge in; the one before it where the rule is judged again. */
  readonly newContext: (before?: Context) => Context;
  /** Whether it is worth judging again, for an answer that was lost, and makes ready for that. */
  readonly retried?: (context: Context, error: unknown) => Promise<boolean>;
  readonly coverage: (called: Coverage) => RuleCoverage;
  /** Of what the rule binds, what was never exercised although it must be. */
  readonly missing: (coverage: RuleCoverage) => readonly string[];
}

/** How often a rule is judged at most whose answers are lost. */
const MOST_TIMES = 5;

/** Runs the check of one rule and says what became of the rule. */
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
  // Below the standard budget a part of what the rule binds is drawn.
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

/** A rule that was judged at a part of what it binds says nothing of the rest. */
function wholly(judgement: Judgement, missing: readonly string[]): Judgement {
  if (missing.length === 0) return judgement;
  const reason = `no request for it reached ${missing.join(', ')}, which it binds${judgement.reason === null ? '' : ` (${judgement.reason})`}`;
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
  if (context.judgements === 0) return [{ outcome: 'inconclusive', reason: 'nothing came up that could be judged' }, undefined];
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
