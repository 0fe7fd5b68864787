import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Clock } from '../api/clock.ts';
import { Session } from '../api/session.ts';
import { Timeline } from '../api/timeline.ts';
import { Driver, type Exchange } from '../http/driver.ts';
import { Pace } from '../http/pace.ts';
import { Stopped } from '../http/stopped.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { RunEvent } from '../model/event.ts';
import { type Budget, type ConformanceResult, type Profile, type RuleResult, summarize } from '../model/result.ts';
import type { Target } from '../model/target.ts';
import { Webhooks } from '../scenarios/webhooks/webhooks.ts';
import { type Baseline, compared } from './baseline.ts';
import { type Cleanup, cleanUp } from './cleanup.ts';
import { hider } from './hide-secrets.ts';
import { judgeAll, type Observer, skipAll } from './judge-all.ts';
import { preflight } from './preflight.ts';
import { redacted, withoutUserInfo } from './redact.ts';
import { secretsOf } from './secret.ts';
import { selectRules } from './select-rules.ts';
import { Traces } from './traces.ts';
import type { Bench, Replay } from './trial.ts';
import { Workers } from './workers.ts';

export interface RunOptions {
  readonly profile?: Profile;
  /** Patterns of rule ids, `*` for anything; all rules where there are none. */
  readonly rules?: readonly string[];
  readonly budget?: Budget;
  readonly seed?: number;
  /** No rule is judged after the first that fails. */
  readonly bail?: boolean;
  /** Rules that send at once, those aside that only wait; 6 where it is not given. */
  readonly workers?: number;
  /** The most requests sent in a second; without it as many as the target takes. */
  readonly requestsPerSecond?: number;
  readonly baseline?: Baseline;
  readonly replay?: Replay;
  /** Told of everything as it happens. What it throws ends the run. */
  readonly onEvent?: (event: RunEvent) => void;
  /** Stops the run soon after it is aborted; what was created is removed all the same. */
  readonly signal?: AbortSignal;
}

const effortOf: Readonly<Record<Budget, number>> = { quick: 0.15, standard: 1, thorough: 10 };
const defaultWorkers = 6;
const answerWithinMs = 30_000;
const longestWaitMs = 20_000;
/** How long a stopped run waits for answers under way, since they may create something. */
const graceMs = 3_000;

/**
 * Judges a service by its rules over HTTP.
 * @throws ConfigurationError when the target cannot be judged as configured.
 * @example
 * const result = await runConformance(target, { rules: ['IDEM-*'], onEvent: (event) => console.log(event.type) });
 */
export async function runConformance(target: Target, options: RunOptions = {}): Promise<ConformanceResult> {
  const startedAt = new Date();
  const failed = new AbortController();
  const bench = createBench(target, options, failed.signal);
  let rules: readonly RuleResult[];
  try {
    rules = await judge(bench, options);
  } catch (error) {
    failed.abort();
    await leave(bench);
    throw error;
  }
  const cleanup = await leave(bench);
  const result: ConformanceResult = {
    ...runOf(target, options),
    seed: bench.seed,
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

/** @throws ConfigurationError when the file cannot be read. */
function authorityOf({ service: { caFile } }: Target): string | undefined {
  try {
    return caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(`service.caFile: ${caFile} cannot be read (${code}); correct it, or leave it out.`);
  }
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

export function createBench(configured: Target, options: RunOptions, failed: AbortSignal = new AbortController().signal): Bench {
  const effort = effortOf[options.budget ?? 'standard'];
  const target = hurried(configured, effort);
  const signal = options.signal === undefined ? failed : AbortSignal.any([failed, options.signal]);
  const pace = options.requestsPerSecond === undefined ? undefined : new Pace(options.requestsPerSecond);
  const driver = new Driver({ answerWithinMs, longestWaitMs, pace, authority: authorityOf(target), signal });
  const session = new Session(target);
  const runName = `conformance-${randomBytes(4).toString('hex')}`;
  const traces = new Traces(target, runName);
  const clock = target.controls.clock === undefined ? undefined : new Clock(target.controls.clock, driver, (byMs) => session.age(byMs));
  const bench: Bench = {
    target,
    driver,
    session,
    webhooks: new Webhooks(target),
    clock,
    timeline: clock && new Timeline(clock),
    traces,
    runName,
    profile: options.profile ?? 'stated',
    seed: options.seed ?? randomInt(0x7fffffff),
    effort,
    workers: new Workers(options.workers ?? defaultWorkers),
    signal,
    replay: options.replay,
  };
  const tell = observeRequests(bench, options);
  const observe = (rule: string, exchange: Exchange): void => {
    traces.note(rule, exchange);
    tell?.(rule, exchange);
  };
  return { ...bench, observe };
}

/** At a budget below the standard one it is waited less long for what must not come, too. */
function hurried({ timing, ...target }: Target, effort: number): Target {
  return { ...target, timing: { ...timing, quietMs: timing.quietMs * Math.min(1, effort) } };
}

/** Removes what was created, and closes every connection. Answers what became of it. */
export async function leave(bench: Bench): Promise<Cleanup> {
  if (bench.signal.aborted) await bench.driver.settled(graceMs);
  const driver = bench.driver.unstoppable();
  const cleanup = await cleanUp({ ...bench, driver });
  await bench.webhooks.close();
  await Promise.all([driver.close(), bench.driver.close()]);
  return cleanup;
}

async function judge(bench: Bench, options: RunOptions): Promise<readonly RuleResult[]> {
  const selected = selectRules(options.rules);
  const observer = reporting(bench, options, selected.length);
  try {
    await preflight(bench);
  } catch (error) {
    if (error instanceof Stopped) return skipAll(selected, observer);
    throw error;
  }
  options.onEvent?.({ type: 'run-started', seed: bench.seed, rules: selected.map(({ id }) => id) });
  return await judgeAll(selected, bench, options, observer);
}

function reporting(bench: Bench, { onEvent, baseline }: RunOptions, total: number): Observer {
  let done = 0;
  return {
    started: ({ id }) => onEvent?.({ type: 'rule-started', rule: id }),
    judged: (judged) => {
      const result = redacted(compared(judged, baseline), secretsOf(bench));
      done += 1;
      onEvent?.({ type: 'rule-judged', result, done, total });
      return result;
    },
  };
}

function observeRequests(bench: Bench, { onEvent }: RunOptions): Bench['observe'] {
  if (onEvent === undefined) return undefined;
  // A URL holds nothing that a target gave out but ids: what the configuration holds is all that could stand there.
  const hide = hider(secretsOf(bench));
  return (rule, { call, answer, startedAt, durationMs }) => {
    const request = { type: 'request-sent', rule, method: call.method, status: answer?.status, startedAt, durationMs } as const;
    // Looked for secrets only where somebody reads it: that takes longer than all else that is told of a request.
    onEvent({
      ...request,
      get url() {
        return hide(withoutUserInfo(call.url));
      },
    });
  };
}
