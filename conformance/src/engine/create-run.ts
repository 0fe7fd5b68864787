import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Clock } from '../api/clock.ts';
import { RequestBuilder } from '../api/requests.ts';
import { SharedSession } from '../api/session.ts';
import { Timeline } from '../api/timeline.ts';
import type { OperationId } from '../generated/operations.ts';
import { Driver, type DriverOptions } from '../http/driver.ts';
import { Pace } from '../http/pace.ts';
import { Stopped } from '../http/stopped.ts';
import type { TlsIdentity } from '../http/trusting.ts';
import type { Watch } from '../model/check.ts';
import type { RunContext } from '../model/check-context.ts';
import { ConfigurationError } from '../model/configuration-error.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Budget } from '../model/result.ts';
import type { RunOptions } from '../model/run-options.ts';
import type { Target } from '../model/target.ts';
import { RunWebhooks } from '../receiver/run-webhooks.ts';
import { ExchangeLog } from './exchange-log.ts';
import { hider } from './hide-secrets.ts';
import type { JudgingRun } from './judging-run.ts';
import { withoutUserInfo } from './redact.ts';
import { type Secret, secretsOf } from './secret.ts';
import { TargetWatch } from './target-watch.ts';
import { Traces } from './traces.ts';
import { Workers } from './workers.ts';

/** What the checks of one run of a service share, and what only the engine uses. */
export interface ActiveRun extends RunContext, JudgingRun {
  readonly driver: Driver;
  readonly session: SharedSession;
  readonly webhooks: RunWebhooks;
  readonly clock: Clock | undefined;
  readonly timeline: Timeline | undefined;
  /** Notices when the target is gone. */
  readonly watch: TargetWatch;
  /** What the run created and must remove. */
  readonly traces: Traces;
  /** The watchers that get every exchange, besides the run itself. */
  readonly watches: Watch[];
  /** Operations that the preflight found missing. The source does not give their paths. */
  readonly absent: OperationId[];
}

/** The factor by which a budget multiplies the number of cases. */
export const effortOf: Readonly<Record<Budget, number>> = { quick: 0.1, standard: 1, thorough: 10 };
const DEFAULT_WORKERS = 10;
const ANSWER_WITHIN_MS = 30_000;
const LONGEST_WAIT_MS = 20_000;

/**
 * Builds what the checks of one run share.
 * @param stop ends the run, like the caller's own signal
 * @param runName the name of an earlier run, to clean up after it
 */
export function createRun(
  configured: Target,
  options: RunOptions,
  stop: AbortController = new AbortController(),
  runName = `conformance-${randomBytes(4).toString('hex')}`,
): ActiveRun {
  const effort = effortOf[options.budget ?? 'standard'];
  const target = ofRun(configured, effort);
  const signal = options.signal === undefined ? stop.signal : AbortSignal.any([stop.signal, options.signal]);
  const pace = options.requestsPerSecond === undefined ? undefined : new Pace(options.requestsPerSecond);
  const driver = new Driver({
    answerWithinMs: options.requestWithinMs ?? ANSWER_WITHIN_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    pace,
    tls: tlsOf(target),
    ...extraOf(target),
    signal,
  });
  const session = new SharedSession(target);
  const traces = new Traces(target, runName);
  const clock = target.controls.clock === undefined ? undefined : new Clock(target.controls.clock, driver, (byMs) => session.age(byMs));
  const probe = new RequestBuilder(target, 'none').call('listAzienda');
  const watch = new TargetWatch(
    () => driver.sendOnce(probe, () => undefined),
    (reason) => stop.abort(new Stopped(reason)),
  );
  const run: ActiveRun = {
    target,
    driver,
    watch,
    session,
    webhooks: new RunWebhooks(target.receiver, runName, (owner, id) => traces.keepWebhook(owner, id)),
    clock,
    timeline: clock && new Timeline(clock),
    traces,
    watches: [],
    absent: [],
    runName,
    seed: options.seed ?? randomInt(0x7fffffff),
    effort,
    workers: new Workers(options.workers ?? DEFAULT_WORKERS),
    signal,
    replay: options.replay,
    log: new ExchangeLog(options.keepExchanges ?? false),
  };
  const tell = observeRequests(options, secretsOf(run));
  const observe = (rule: string, exchange: Exchange): void => {
    traces.note(rule, exchange, session.isOfOtherUser(exchange.call));
    run.log.note(rule, exchange);
    watch.note(exchange);
    for (const note of run.watches) note(exchange);
    tell?.(rule, exchange);
  };
  return { ...run, observe };
}

/** The run's copy of the target: missing operations can be marked, and a quick run waits less for events that must not come. */
function ofRun({ timing, surface, ...target }: Target, effort: number): Target {
  return { ...target, surface: { ...surface }, timing: { ...timing, quietMs: timing.quietMs * Math.min(1, effort) } };
}

/** @throws ConfigurationError if a file cannot be read */
function tlsOf({ service: { caFile, clientCertificate } }: Target): TlsIdentity {
  return {
    authority: caFile === undefined ? undefined : pem(caFile, 'service.caFile'),
    client: clientCertificate && {
      cert: pem(clientCertificate.cert, 'service.clientCertificate.cert'),
      key: pem(clientCertificate.key, 'service.clientCertificate.key'),
    },
  };
}

function pem(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(`${setting}: ${file} cannot be read (${code}); correct it, or leave it out.`);
  }
}

function extraOf({ service: { adminUrl, customerUrl, headers = {}, proxy } }: Target): Pick<DriverOptions, 'extra'> {
  const origins = new Set([adminUrl, customerUrl].map((url) => new URL(url).origin));
  return { extra: { origins, headers: Object.entries(headers), proxy } };
}

/** Reports every request; undefined if nobody listens. */
export function observeRequests({ onEvent }: RunOptions, secrets: readonly Secret[]): JudgingRun['observe'] {
  if (onEvent === undefined) return undefined;
  // Of what a target issues, URLs contain only ids. So only secrets from the configuration can be in a URL.
  const hide = hider(secrets);
  return (rule, { call, answer, startedAt, durationMs }) => {
    const request = { type: 'request-sent', rule, method: call.method, status: answer?.status, startedAt, durationMs } as const;
    // Secrets are hidden only when the URL is read, because that takes longer than everything else about a request.
    onEvent({
      ...request,
      get url() {
        return hide(withoutUserInfo(call.url));
      },
    });
  };
}
