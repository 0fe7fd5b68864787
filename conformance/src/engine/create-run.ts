import { randomBytes } from 'node:crypto';
import { Clock } from '../api/clock.ts';
import { RequestBuilder } from '../api/requests.ts';
import { SharedSession } from '../api/session.ts';
import { Timeline } from '../api/timeline.ts';
import type { OperationId } from '../generated/operations.ts';
import { Driver, type DriverOptions } from '../http/driver.ts';
import { Pace } from '../http/pace.ts';
import { Stopped } from '../http/stopped.ts';
import { pem, type TlsIdentity } from '../http/trusting.ts';
import type { Watch } from '../model/check.ts';
import type { RunContext } from '../model/check-context.ts';
import type { RunOptions } from '../model/run-options.ts';
import type { Target } from '../model/target.ts';
import { RunWebhooks } from '../receiver/run-webhooks.ts';
import { type JudgingRun, judgingRun } from './judging-run.ts';
import { configuredSecrets } from './secret.ts';
import { TargetWatch } from './target-watch.ts';
import { Traces } from './traces.ts';

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
  const begun = judgingRun(options, { runName, workers: DEFAULT_WORKERS, failed: stop.signal, secrets: configuredSecrets(configured) });
  const target = ofRun(configured, begun.effort);
  const pace = options.requestsPerSecond === undefined ? undefined : new Pace(options.requestsPerSecond);
  const driver = new Driver({
    answerWithinMs: options.requestWithinMs ?? ANSWER_WITHIN_MS,
    longestWaitMs: LONGEST_WAIT_MS,
    pace,
    tls: tlsOf(target),
    ...extraOf(target),
    signal: begun.signal,
  });
  const session = new SharedSession(target);
  const traces = new Traces(target, runName);
  const clock = target.controls.clock === undefined ? undefined : new Clock(target.controls.clock, driver, (byMs) => session.age(byMs));
  const probe = new RequestBuilder(target, 'none').call('listAzienda');
  const watch = new TargetWatch(
    () => driver.sendOnce(probe, () => undefined),
    (reason) => stop.abort(new Stopped(reason)),
  );
  const watches: Watch[] = [];
  return {
    ...begun,
    target,
    driver,
    watch,
    session,
    webhooks: new RunWebhooks(target.receiver, runName, (owner, id) => traces.keepWebhook(owner, id)),
    clock,
    timeline: clock && new Timeline(clock),
    traces,
    watches,
    absent: [],
    observe: (rule, exchange) => {
      traces.note(rule, exchange, session.isOfOtherUser(exchange.call));
      watch.note(exchange);
      for (const note of watches) note(exchange);
      begun.observe(rule, exchange);
    },
  };
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

function extraOf({ service: { adminUrl, customerUrl, headers = {}, proxy } }: Target): Pick<DriverOptions, 'extra'> {
  const origins = new Set([adminUrl, customerUrl].map((url) => new URL(url).origin));
  return { extra: { origins, headers: Object.entries(headers), proxy } };
}
