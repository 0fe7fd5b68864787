import type { TimelineShare } from '../api/timeline.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import type { Check } from '../model/check.ts';
import type { JudgedRule } from '../model/judged-rule.ts';
import type { RuleResult } from '../model/rule-result.ts';
import { Failure, Inconclusive, Skip } from '../model/verdict.ts';
import type { ActiveRun } from './active-run.ts';
import { judgeRule } from './judge-rule.ts';
import { RuleContext } from './rule-context.ts';
import { ruleCoverage, uncalled } from './rule-coverage.ts';

/**
 * Judges a service by one rule.
 * @param clock the rule's say in moves of the target's clock, where it may have one
 * @param begun the context in which a part of the check has begun
 */
export async function judgeServiceRule(
  rule: JudgedRule,
  check: Pick<Check, 'run'>,
  run: ActiveRun,
  clock: TimelineShare | undefined,
  begun?: RuleContext,
): Promise<RuleResult> {
  const result = await judgeRule<RuleContext>(rule, {
    check: check.run,
    newContext: (before = begun) => new RuleContext(rule.id, run, { clock, ...(before && { before }) }),
    retried: async (context, error) => {
      if (await isLost(run, error)) return false;
      // What several checks wait for together, one of them sends.
      const lost = error instanceof LostAnswer ? error : context.lost;
      // A call may have crossed the close of a kept connection, which is no fault of the target: judge again, with a connection for each call.
      if (lost?.reusable) await run.driver.giveUpKeepAlive();
      return lost?.isByChance ?? false;
    },
    coverage: (called) => ruleCoverage(rule, run, called),
    missing: (coverage) => uncalled(coverage, run),
  });
  return result.outcome === 'pass' || run.watch.lost === undefined ? result : untold(result, run.watch.lost);
}

/** What fails or cannot be judged may do so because the target is gone. */
async function isLost({ watch, signal }: ActiveRun, error: unknown): Promise<boolean> {
  const mayBe = error instanceof Failure || error instanceof LostAnswer || error instanceof Inconclusive || error instanceof Skip;
  return mayBe && !signal.aborted && (await watch.isGone());
}

function untold({ failure: _failure, ...result }: RuleResult, reason: string): RuleResult {
  return { ...result, outcome: 'inconclusive', reason };
}
