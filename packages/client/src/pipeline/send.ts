import { shown, tellsSecret } from '#runtime';
import type { Fetch, OutgoingRequest } from '../client-options.ts';
import { ClientError, type ClientErrorDetails } from '../errors/client-error.ts';
import { AbortedError, AuthenticationError, TimeoutError, TransportError } from '../errors/error-classes.ts';
import type { CallEvent } from '../reporting/client-event.ts';
import { type Deadline, openDeadline } from '../time/deadline.ts';
import { nextWait, type Progress } from './next-wait.ts';
import type { Pipeline } from './pipeline.ts';
import { reasonOf } from './reason.ts';
import type { Answer, Lost, Outcome, Reply } from './reply.ts';
import { type RequestPlan, toInit } from './request-plan.ts';

/** The state of one call. */
interface Call {
  readonly plan: RequestPlan;
  readonly pipeline: Pipeline;
  readonly deadline: Deadline;
  readonly progress: Progress;
  /** Its number. */
  readonly call: number;
  readonly report: (event: CallEvent) => void;
}

/**
 * Sends a planned request until it is settled: with a token, after a login and one repetition when that has expired (CLI-04), and again
 * when it is safe to repeat, all within one deadline. Returns the final answer, whatever its status.
 *
 * @throws {ClientError} `token-refused`, `transport`, `timeout`, `aborted`, or what the login failed with
 */
export async function send(plan: RequestPlan, pipeline: Pipeline): Promise<Reply> {
  const { call, report } = pipeline.report.call(plan.operation);
  const deadline = openDeadline(plan.signal, plan.timeoutMs, pipeline.clock);
  const progress: Progress = { attempts: 0, refusals: 0, conflicts: 0, failures: 0, uncertain: false, loggingIn: false };
  report({ type: 'start', method: plan.method, url: plan.url, idempotencyKey: plan.key });
  let status: number | undefined;
  let code: string | undefined;
  try {
    const reply = await settle({ plan, pipeline, deadline, progress, call, report });
    status = reply.status;
    return reply;
  } catch (thrown) {
    const error = explain(thrown, plan, deadline, progress);
    ({ code, status } = error);
    throw error;
  } finally {
    deadline.close();
    report({ type: 'end', attempts: progress.attempts, durationMs: deadline.elapsedMs(), status, code });
  }
}

async function settle(begun: Call): Promise<Reply> {
  const { pipeline, deadline, progress, report } = begun;
  const complete = pipeline.tokens ? pipeline.credentials?.call : pipeline.credentials?.login;
  const call = complete ? { ...begun, plan: await deadline.race(complete(begun.plan)) } : begun;
  const { plan } = call;
  for (;;) {
    deadline.signal.throwIfAborted();
    progress.loggingIn = pipeline.tokens !== undefined;
    const token = await pipeline.tokens?.get(deadline.signal, plan.timeoutMs);
    progress.loggingIn = false;
    const outcome = await tryOnce(call, token);
    if (token !== undefined && 'status' in outcome && outcome.status === 401) {
      // A stored token may have expired long ago, so it does not use up the one repetition.
      if (pipeline.tokens?.invalidate(token)) progress.refusals += 1;
      report({ type: 'token-refused' });
      if (progress.refusals > 1) throw tokenRefused(plan, progress);
      continue;
    }
    const wait = nextWait(outcome, plan, progress, pipeline);
    const granted = wait && deadline.allows(wait.ms) && (wait.because === 'conflict' || pipeline.budget.take());
    if (!granted) return finish(call, outcome, token);
    report({ type: 'wait', waitMs: wait.ms, because: wait.because });
    // A clock of the user may ignore the signal.
    await deadline.race(pipeline.clock.sleep(wait.ms, deadline.signal));
  }
}

async function tryOnce({ plan, pipeline, deadline, progress, call, report }: Call, token: string | undefined): Promise<Outcome> {
  deadline.signal.throwIfAborted();
  const { clock, fetch, hooks } = pipeline;
  const { operation, method, url, key: idempotencyKey } = plan;
  const attempt = progress.attempts + 1;
  const request = (): OutgoingRequest => ({ call, operation, method, url, attempt, idempotencyKey });
  const headers = hooks.before && (await deadline.race(hooks.before(request())));
  progress.attempts = attempt;
  const startedAt = clock.now();
  report({ type: 'attempt', attempt });
  try {
    // Reading the body belongs to the attempt: a connection that breaks in the middle of it counts as lost.
    const answer = await deadline.race(exchange(fetch, url, toInit(plan, token, deadline.signal, headers)));
    progress.uncertain ||= answer.status >= 500;
    const durationMs = clock.now() - startedAt;
    report({ type: 'answer', attempt, status: answer.status, durationMs });
    if (answer.headers.get('Deprecation')) report({ type: 'deprecated', sunset: answer.headers.get('Sunset') ?? undefined });
    hooks.after?.({ ...request(), status: answer.status, headers: answer.headers, durationMs });
    return answer;
  } catch (error) {
    if (deadline.signal.aborted) throw error;
    progress.uncertain = true;
    const outcome = lostBy(error, withToken(plan, token));
    report({ type: 'lost', attempt, reason: outcome.lost, durationMs: clock.now() - startedAt });
    return outcome;
  }
}

/** Sends a request, and reads its answer to the end. What a `fetch` of the user answers may be no response at all. */
async function exchange(fetch: Fetch, url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  // Browsers hide the status of a redirect.
  const status = response.type === 'opaqueredirect' ? 302 : response.status;
  const { headers } = response;
  const text = await response.text();
  if (Number.isInteger(status) && status >= 200 && typeof text === 'string' && typeof headers.get === 'function')
    return { status, headers, text, response };
  throw new TypeError('fetch answered something that is no Response');
}

function finish({ plan, pipeline, progress }: Call, outcome: Outcome, token: string | undefined): Reply {
  if ('lost' in outcome) throw transportError(outcome, plan, progress);
  if (outcome.status < 500 && outcome.status !== 429) pipeline.budget.refund();
  const { attempts, uncertain } = progress;
  // An earlier attempt may have deleted it; since it is gone now, the deletion succeeded.
  if (plan.method === 'DELETE' && outcome.status === 404 && uncertain)
    return { ...outcome, status: 204, text: '', response: new Response(null, { status: 204 }), attempts, secrets: [] };
  return { ...outcome, attempts, secrets: withToken(plan, token) };
}

/** Why an attempt brought no answer, and what was thrown, unless that would tell a secret. */
function lostBy(thrown: unknown, secrets: readonly string[]): Lost {
  return { lost: shown('', reasonOf(thrown), secrets), cause: tellsSecret(thrown, secrets) ? undefined : thrown };
}

function transportError({ lost, cause }: Lost, plan: RequestPlan, progress: Progress): ClientError {
  const message = `${plan.operation}: no answer from ${attemptsAt(plan, progress)}: ${lost}.`;
  return new TransportError('transport', message, { ...sentDetails(plan, progress), cause });
}

function timeoutError(plan: RequestPlan, progress: Progress): ClientError {
  const { operation, timeoutMs } = plan;
  const details = sentDetails(plan, progress);
  if (progress.loggingIn) {
    const message = `authenticate: no answer within ${timeoutMs} ms. ${operation} waited for it.`;
    return new TimeoutError('timeout', message, { ...details, operation: 'authenticate' });
  }
  const missing = progress.attempts === 0 ? 'a function of the options' : attemptsAt(plan, progress);
  return new TimeoutError('timeout', `${operation}: no answer within ${timeoutMs} ms from ${missing}.`, details);
}

function attemptsAt({ url }: RequestPlan, { attempts }: Progress): string {
  return `${new URL(url).host} in ${attempts} attempt${attempts === 1 ? '' : 's'}`;
}

function withToken({ secrets }: RequestPlan, token: string | undefined): readonly string[] {
  return token === undefined ? secrets : [...secrets, token];
}

function tokenRefused(plan: RequestPlan, progress: Progress): ClientError {
  const message = `${plan.operation}: the service refused a token that it had just issued.`;
  return new AuthenticationError('token-refused', message, { ...sentDetails(plan, progress), status: 401 });
}

/** Any thrown value as an error of this package, with the details of the call. */
function explain(thrown: unknown, plan: RequestPlan, deadline: Deadline, progress: Progress): ClientError {
  const details = sentDetails(plan, progress);
  const end = deadline.reached();
  if (end === 'aborted') {
    return new AbortedError('aborted', `${plan.operation}: the caller gave up.`, { ...details, cause: plan.signal?.reason });
  }
  if (end === 'timeout') return timeoutError(plan, progress);
  if (!(thrown instanceof ClientError)) return transportError(lostBy(thrown, plan.secrets), plan, progress);
  // All calls that waited for a failed login share its error, but each has its own key.
  return thrown.idempotencyKey === plan.key ? thrown : copy(thrown, { ...thrown, idempotencyKey: plan.key });
}

function copy(error: ClientError, details: ClientErrorDetails): ClientError {
  // Every class of the family has these three parameters.
  const Class = error.constructor as typeof ClientError;
  return new Class(error.code, error.message, { ...details, headers: error.headers, cause: error.cause });
}

function sentDetails({ operation, key }: RequestPlan, { attempts }: Progress): ClientErrorDetails {
  return { operation, idempotencyKey: key, attempts };
}
