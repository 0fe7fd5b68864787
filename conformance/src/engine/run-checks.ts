import { Stopped } from '../http/stopped.ts';
import { compared } from '../model/baseline.ts';
import type { Check } from '../model/check.ts';
import type { Cleanup } from '../model/cleanup.ts';
import { type ConformanceResult, type RuleResult, summarize } from '../model/result.ts';
import type { RunOptions } from '../model/run-options.ts';
import type { Target } from '../model/target.ts';
import type { ActiveRun } from './active-run.ts';
import { cleanUp } from './cleanup.ts';
import { createRun } from './create-run.ts';
import { judgeAll, type Observer, skipAll } from './judge-all.ts';
import { preflight } from './preflight.ts';
import { redacted, withoutUserInfo } from './redact.ts';
import { withLateDeliveries } from './rule-coverage.ts';
import { secretsOf } from './secret.ts';
import { selectRules } from './select-rules.ts';

/** How long a stopped run waits for answers under way, since they may create something. */
const GRACE_MS = 3_000;

/**
 * Judges a target by checks.
 * @throws ConfigurationError when the target cannot be judged as configured.
 */
export async function runChecks(checks: readonly Check[], target: Target, options: RunOptions): Promise<ConformanceResult> {
  const startedAt = new Date();
  const failed = new AbortController();
  const run = createRun(target, options, failed.signal);
  let rules: readonly RuleResult[];
  try {
    rules = await judge(checks, run, options);
  } catch (error) {
    failed.abort();
    await leave(run);
    throw error;
  }
  const cleanup = await leave(run);
  rules = rules.map((rule) => ({ ...rule, coverage: withLateDeliveries(rule.coverage, run) }));
  const result: ConformanceResult = {
    ...runOf(target, options),
    seed: run.seed,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: rules.reduce((sum, { requests }) => sum + requests, 0),
    summary: summarize(rules),
    cleanup,
    rules,
  };
  options.onEvent?.({ type: 'run-finished', result });
  return result;
}

/** What was judged, and how, as the result says it. */
export function runOf(target: Target, options: RunOptions): Pick<ConformanceResult, 'target' | 'profile' | 'budget'> {
  const { adminUrl, customerUrl, version, headerWord } = target.service;
  const { profile = 'stated', budget = 'standard' } = options;
  return {
    target: { adminUrl: withoutUserInfo(adminUrl), customerUrl: withoutUserInfo(customerUrl), version, headerWord },
    profile,
    budget,
  };
}

/** Removes what was created, and closes every connection. Answers what became of it. */
export async function leave(run: ActiveRun): Promise<Cleanup> {
  if (run.signal.aborted) await run.driver.settled(GRACE_MS);
  const driver = run.driver.unstoppable();
  const cleanup = await cleanUp({ ...run, driver });
  await run.webhooks.close();
  await Promise.all([driver.close(), run.driver.close()]);
  return cleanup;
}

async function judge(checks: readonly Check[], run: ActiveRun, options: RunOptions): Promise<readonly RuleResult[]> {
  const selected = selectRules(options.rules);
  const observer = reporting(run, options, selected.length);
  try {
    await preflight(run);
  } catch (error) {
    if (error instanceof Stopped) return skipAll(selected, observer);
    throw error;
  }
  options.onEvent?.({ type: 'run-started', seed: run.seed, rules: selected.map(({ id }) => id) });
  return await judgeAll(checks, selected, run, options, observer);
}

function reporting(run: ActiveRun, { onEvent, baseline }: RunOptions, total: number): Observer {
  let done = 0;
  return {
    started: ({ id }) => onEvent?.({ type: 'rule-started', rule: id }),
    judged: (judged) => {
      const result = redacted(compared(judged, baseline), secretsOf(run));
      done += 1;
      onEvent?.({ type: 'rule-judged', result, done, total });
      return result;
    },
  };
}
