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
 * @param clock the rule's part in moves of the target's clock, if it may have one
 * @param begun the context in which the background part of the check started
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
      // Several checks may wait for a call that one of them sends, so the error of this check is not always the lost answer.
      const lost = error instanceof LostAnswer ? error : context.lost;
      // The target may have closed a kept connection as the call was sent, which is no fault. Judge again, with one connection per call.
      if (lost?.reusable) await run.driver.giveUpKeepAlive();
      return lost?.isByChance ?? false;
    },
    coverage: (called) => ruleCoverage(rule, run, called),
    missing: (coverage) => uncalled(coverage, run),
  });
  return result.outcome === 'pass' || run.watch.lost === undefined ? result : untold(result, run.watch.lost);
}

/** Whether a rule failed or could not be judged because the target is gone. */
async function isLost({ watch, signal }: ActiveRun, error: unknown): Promise<boolean> {
  const mayBe = error instanceof Failure || error instanceof LostAnswer || error instanceof Inconclusive || error instanceof Skip;
  return mayBe && !signal.aborted && (await watch.isGone());
}

function untold({ failure: _failure, ...result }: RuleResult, reason: string): RuleResult {
  return { ...result, outcome: 'inconclusive', reason };
}
