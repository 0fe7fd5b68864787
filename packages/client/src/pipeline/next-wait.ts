import { parseProblem } from '../errors/problem.ts';
import { CONFLICT_WAIT_MIN_MS } from '../generated/limits.ts';
import { backoffMs } from '../time/backoff.ts';
import type { Pipeline } from './pipeline.ts';
import type { Answer, Outcome } from './reply.ts';
import type { RequestPlan } from './request-plan.ts';
import { retryAfterMs } from './retry-after.ts';

/** What has happened to a call so far. */
export interface Progress {
  attempts: number;
  /** How many of them were answered with 401. */
  refusals: number;
  /** How many were answered with 409 because the first was still in progress. */
  conflicts: number;
  /** How many were lost or answered with 5xx or 429. */
  failures: number;
  /** Whether one of them may have taken effect without an answer. */
  uncertain: boolean;
  /** Whether it waits for a login. */
  loggingIn: boolean;
}

export interface Wait {
  readonly ms: number;
  readonly because: 'conflict' | 'failure';
}

/** Waits grow, so a deadline is reached long before this limit, which is for calls without one. */
const CONFLICTS_MAX = 100;
const NOT_IMPLEMENTED = 501;

/** How long to wait before the same request is sent again; undefined when it is not repeated. 403 and 422 never are (CLI-08). */
export function nextWait(outcome: Outcome, plan: RequestPlan, progress: Progress, pipeline: Pipeline): Wait | undefined {
  if (!('lost' in outcome) && outcome.status === 409) return conflictWait(outcome, plan, progress, pipeline);
  if (!isFailure(outcome, plan)) return undefined;
  progress.failures += 1;
  if (progress.failures >= (plan.maxAttempts ?? pipeline.maxAttempts)) return undefined;
  const askedMs = 'lost' in outcome ? 0 : (retryAfterMs(outcome.headers) ?? 0);
  return { ms: Math.max(askedMs, backoffMs(progress.failures - 1, pipeline)), because: 'failure' };
}

function conflictWait(answer: Answer, plan: RequestPlan, progress: Progress, pipeline: Pipeline): Wait | undefined {
  if (plan.key === undefined || !isInProgress(answer) || progress.conflicts >= CONFLICTS_MAX) return undefined;
  const jitteredMs = backoffMs(progress.conflicts, pipeline);
  progress.conflicts += 1;
  return { ms: Math.max(CONFLICT_WAIT_MIN_MS, retryAfterMs(answer.headers) ?? 0, jitteredMs), because: 'conflict' };
}

/** A 409 is recognised by its problem code. A service without problem documents can only mean this one (CLI-06). */
function isInProgress(answer: Answer): boolean {
  const problem = answer.headers.get('Content-Type')?.includes('problem+json') ? parseProblem(answer) : undefined;
  return (problem?.code ?? 'idempotency-in-progress') === 'idempotency-in-progress';
}

/** After a lost connection or a 5xx the outcome is unknown (CLI-07); a 429 was not processed. */
function isFailure(outcome: Outcome, { repeatable }: RequestPlan): boolean {
  if ('lost' in outcome) return repeatable;
  return outcome.status === 429 || (repeatable && outcome.status >= 500 && outcome.status !== NOT_IMPLEMENTED);
}
