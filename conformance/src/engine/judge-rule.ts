import type { Hand } from '../api/timeline.ts';
import type { Rule } from '../generated/rules.ts';
import { LostAnswer } from '../http/driver.ts';
import { Stopped } from '../http/stopped.ts';
import type { Check } from '../model/check.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { RuleResult } from '../model/result.ts';
import { Failure, Inconclusive, type Outcome, Skip } from '../model/verdict.ts';
import { unlessStopped } from './interrupt.ts';
import { type Bench, Trial } from './trial.ts';

type Judgement = Pick<RuleResult, 'outcome' | 'reason' | 'failure'>;

/**
 * Runs one check and says what became of its rule.
 * @param clock the rule's say in moves of the target's clock, where it may have one
 */
export async function judgeRule(rule: Rule, check: Check, bench: Bench, clock: Hand | undefined): Promise<RuleResult> {
  const startedAt = Date.now();
  let trial = new Trial(rule.id, bench, { clock });
  let judgement = await judge(trial, check);
  if (judgement.outcome !== 'pass' && trial.lostOnReuse) {
    // A call crossed the close of a kept connection: nobody's fault. Once more, with a connection for each call.
    await bench.driver.giveUpKeepAlive();
    trial = new Trial(rule.id, bench, { clock, before: trial });
    judgement = await judge(trial, check);
  }
  const { id, level, role, clause, statement } = rule;
  return {
    id,
    level,
    role,
    clause,
    statement,
    ...judgement,
    runs: Math.max(1, trial.runs),
    requests: trial.requests,
    durationMs: Date.now() - startedAt,
  };
}

async function judge(trial: Trial, check: Check): Promise<Judgement> {
  try {
    await unlessStopped(check.run(trial), trial.bench.signal);
  } catch (error) {
    // What several checks wait for together, one of them sends.
    if (error instanceof LostAnswer && error.reusable) trial.lostOnReuse = true;
    return describe(error, trial.bench.seed);
  }
  if (trial.judgements === 0) return { outcome: 'inconclusive', reason: 'nothing came up that could be judged' };
  return { outcome: 'pass', reason: trial.unjudged };
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
