import type { TimelineShare } from '../api/timeline.ts';
import type { Rule } from '../generated/rules.ts';
import { LostAnswer } from '../http/driver.ts';
import { Stopped } from '../http/stopped.ts';
import type { Check } from '../model/check.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { RuleCoverage } from '../model/coverage.ts';
import type { RuleResult } from '../model/result.ts';
import { Failure, Inconclusive, type Outcome, Skip } from '../model/verdict.ts';
import type { ActiveRun } from './active-run.ts';
import { unlessStopped } from './interrupt.ts';
import { RuleContext } from './rule-context.ts';
import { ruleCoverage, uncalled } from './rule-coverage.ts';

type Judgement = Pick<RuleResult, 'outcome' | 'reason' | 'failure'>;

/**
 * Runs one check and says what became of its rule.
 * @param clock the rule's say in moves of the target's clock, where it may have one
 */
export async function judgeRule(rule: Rule, check: Check, run: ActiveRun, clock: TimelineShare | undefined): Promise<RuleResult> {
  const startedAt = Date.now();
  let context = new RuleContext(rule.id, run, { clock });
  let judgement = await judge(context, check);
  if (judgement.outcome !== 'pass' && context.lostOnReuse) {
    // A call crossed the close of a kept connection, which is no fault of the target: judge again, with a connection for each call.
    await run.driver.giveUpKeepAlive();
    context = new RuleContext(rule.id, run, { clock, before: context });
    judgement = await judge(context, check);
  }
  const { id, level, role, clause, statement } = rule;
  const coverage = ruleCoverage(rule, run, context.coverage);
  // Below the standard budget a part of the operations is drawn.
  if (judgement.outcome === 'pass' && run.effort >= 1) judgement = wholly(judgement, coverage);
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

/** A rule that was judged at some of the operations that it binds says nothing of the others. */
function wholly(judgement: Judgement, coverage: RuleCoverage): Judgement {
  const missing = uncalled(coverage);
  if (missing.length === 0) return judgement;
  const reason = `no request for it reached ${missing.join(', ')}, which it binds${judgement.reason === null ? '' : ` (${judgement.reason})`}`;
  return { outcome: 'inconclusive', reason };
}

async function judge(context: RuleContext, check: Check): Promise<Judgement> {
  try {
    await unlessStopped(check.run(context), context.run.signal);
  } catch (error) {
    // What several checks wait for together, one of them sends.
    if (error instanceof LostAnswer && error.reusable) context.lostOnReuse = true;
    return describe(error, context.run.seed);
  }
  if (context.judgements === 0) return { outcome: 'inconclusive', reason: 'nothing came up that could be judged' };
  return { outcome: 'pass', reason: context.unjudged };
}

function describe(error: unknown, seed: number): Judgement {
  if (error instanceof Failure) {
    const { finding, exchanges, counterexample } = error;
    return {
      outcome: 'fail',
      reason: null,
      failure: {
        ...finding,
        seed,
        property: counterexample?.property ?? null,
        path: counterexample?.path ?? null,
        replayPath: counterexample?.replayPath ?? null,
        counterexample: counterexample?.counterexample ?? null,
        exchanges,
      },
    };
  }
  if (error instanceof ConfigurationError) throw error;
  return { outcome: outcomeOf(error), reason: error instanceof Error ? error.message : String(error) };
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof Skip) return 'skip';
  if (error instanceof Stopped) return 'inconclusive';
  return error instanceof Inconclusive || error instanceof LostAnswer ? 'inconclusive' : 'error';
}
