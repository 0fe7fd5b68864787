import { setTimeout as sleep } from 'node:timers/promises';
import { RequestBuilder } from '../api/requests.ts';
import { LostAnswer } from '../http/lost-answer.ts';
import { type Check, type OwnCheck, ruleOf } from '../model/check.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { Cleanup } from '../model/cleanup.ts';
import type { JudgedRuleId } from '../model/judged-rule.ts';
import type { ConformanceResult, JudgedTarget } from '../model/result.ts';
import type { RunOptions } from '../model/run-options.ts';
import type { Target } from '../model/target.ts';
import { cleanUp, standing } from './cleanup.ts';
import { type ActiveRun, createRun } from './create-run.ts';
import { serviceJudging, withLateDeliveries } from './judge-service-group.ts';
import { leadRun, type RoleRun } from './lead-run.ts';
import { preflight } from './preflight.ts';
import { withoutUserInfo } from './redact.ts';
import { isJudged } from './schedule.ts';
import { secretsOf } from './secret.ts';
import { matching, selectRules } from './select-rules.ts';

/** How long a stopped run waits for pending answers, because their calls may create something. */
const GRACE_MS = 1_000;

/** How long the removal may take. The result names what is left, and `clean` can remove it later. */
const REMOVED_WITHIN_MS = 300_000;
/** How long connections may take to close, because the other side may be silent. */
const CLOSED_WITHIN_MS = 5_000;

/**
 * Judges a service by checks.
 * @throws ConfigurationError if the target cannot be judged as configured
 */
export async function runChecks(checks: readonly Check[], target: Target, options: RunOptions): Promise<ConformanceResult> {
  const failed = new AbortController();
  const run = createRun(target, options, failed);
  const all = [...checks, ...(options.ownChecks ?? []).map(scheduled)];
  const roleRun: RoleRun<CheckContext> = {
    role: 'service',
    checks: all,
    run,
    judged: judgedService(target),
    preflight: async () => {
      if (options.waitForMs !== undefined) await awaitTarget(run, options.waitForMs);
      await preflight(run, options.deliveryFirst && awaitsDelivery(all, options));
    },
    ...serviceJudging(run),
    secrets: () => secretsOf(run),
    absent: run.absent,
    standing: () => standing(run),
    leave: () => leave(run, options.abandon),
    lastCoverage: (coverage) => withLateDeliveries(coverage, run),
  };
  return await leadRun(roleRun, options, failed);
}

/** Whether any rule of the run can judge nothing if no delivery arrives. */
function awaitsDelivery(checks: readonly Check<CheckContext, JudgedRuleId>[], options: RunOptions): boolean {
  const own = matching((options.ownChecks ?? []).map(ruleOf), options.rules);
  const judged = [...selectRules(options.rules), ...own].filter((rule) => isJudged(rule, options));
  return checks.some((check) => check.awaitsDelivery && judged.some(({ id }) => id === check.rule));
}

function scheduled({ id, isolation = 'shared', weight = 1, awaitsDelivery: awaits, run }: OwnCheck): Check<CheckContext, JudgedRuleId> {
  return { rule: id, isolation, weight, ...(awaits && { awaitsDelivery: awaits }), run };
}

/** The service as results describe it. */
export function judgedService({ service: { adminUrl, customerUrl, version, headerWord } }: Target): JudgedTarget {
  return { role: 'service', adminUrl: withoutUserInfo(adminUrl), customerUrl: withoutUserInfo(customerUrl), version, headerWord };
}

/**
 * Removes what was created, closes every connection, and returns how the removal went.
 * @param abandon ends the removal after a stopped run; otherwise the run's own signal ends it
 * @param withinMs how long the removal may take
 */
export async function leave(run: ActiveRun, abandon?: AbortSignal, withinMs: number = REMOVED_WITHIN_MS): Promise<Cleanup> {
  const isStopped = run.signal.aborted;
  if (isStopped && run.watch.lost === undefined) await run.driver.settled(GRACE_MS);
  const tooLong = AbortSignal.timeout(withinMs);
  const ended = isStopped ? abandon : run.signal;
  const signal = AbortSignal.any(ended === undefined ? [tooLong] : [tooLong, ended]);
  const driver = run.driver.stoppedBy(signal);
  const cleanup = await cleanUp({ ...run, driver, signal }, isStopped);
  const closed = Promise.all([run.webhooks.close(), driver.close(), run.driver.close()]);
  await Promise.race([closed, sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
  return cleanup;
}

const PAUSE_MS = 250;

/** Waits until both APIs answer anything, but no longer than this. The preflight then reports an API that still does not answer. */
export async function awaitTarget({ target, driver, signal }: ActiveRun, withinMs: number): Promise<void> {
  const { adminUrl } = target.service;
  const calls = [new RequestBuilder(target, 'none').call('listAzienda'), { method: 'GET', url: adminUrl, headers: [] }];
  const until = performance.now() + withinMs;
  for (const call of calls) {
    while (performance.now() < until) {
      const isThere = await driver.sendOnce(call, () => undefined).then(() => true, unlessLost);
      if (isThere) break;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

function unlessLost(error: unknown): false {
  if (!(error instanceof LostAnswer)) throw error;
  return false;
}
