import type { Fetch } from '../client-options.ts';
import { type CallReporter, createReporter } from '../reporting/call-reporter.ts';
import { createLog } from '../reporting/log.ts';
import type { Settings } from '../settings.ts';
import type { Clock } from '../time/clock.ts';
import type { TokenSource } from '../token/token-source.ts';
import { callbackAnswer } from './callback-answer.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { createHooks, type Hooks } from './hooks.ts';
import { createRetryBudget, type RetryBudget } from './retry-budget.ts';
import { safeClock } from './safe-clock.ts';

/** What all calls of one client have in common. */
export interface Pipeline {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: () => number;
  readonly maxAttempts: number;
  readonly baseMs: number;
  readonly capMs: number;
  readonly budget: RetryBudget;
  readonly report: CallReporter;
  readonly hooks: Hooks;
  /** What completes a plan; absent where every plan is complete. */
  readonly credentials: Credentials | undefined;
  /** Where tokens come from; absent for the login itself. */
  readonly tokens?: TokenSource;
}

export function createPipeline(settings: Settings): Pipeline {
  const { fetch, clock, random, retry } = settings;
  const report = createReporter(settings.onEvent, createLog(settings.logger, settings.logLevel));
  return {
    // Looked up at each call, so that instrumentation added to the global fetch later takes effect.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock: safeClock(clock, report),
    random: random ? () => callbackAnswer(report, 'random', random, isShare, Math.random) : Math.random,
    maxAttempts: retry.maxAttempts ?? 4,
    baseMs: retry.baseMs ?? 100,
    capMs: retry.capMs ?? 5000,
    budget: createRetryBudget(retry.budget ?? 20),
    report,
    hooks: createHooks(settings, report),
    credentials: createCredentials(settings),
  };
}

function isShare(value: number): boolean {
  return value >= 0 && value < 1;
}
