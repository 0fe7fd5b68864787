import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Driver, type DriverOptions } from '../../http/driver.ts';
import { Pace } from '../../http/pace.ts';
import { ConfigurationError } from '../../model/configuration-error.ts';
import type { ReceiverTarget } from '../../model/receiver-context.ts';
import type { RunOptions } from '../../model/run-options.ts';
import { effortOf, observeRequests } from '../create-run.ts';
import { ExchangeLog } from '../exchange-log.ts';
import type { JudgingRun } from '../judging-run.ts';
import type { Secret } from '../secret.ts';
import { Workers } from '../workers.ts';

/** What the checks of one run of a receiver share. */
export interface ReceiverRun extends JudgingRun {
  readonly target: ReceiverTarget;
  readonly driver: Driver;
  /** Sends from the foreign address; undefined if none is configured. */
  readonly elsewhere: Driver | undefined;
  /** The number of unanswered deliveries since the last answer. */
  readonly silences: { inARow: number };
}

/** A receiver may process one delivery at a time. More at once would only wait for each other. */
const DEFAULT_WORKERS = 4;
const ANSWER_WITHIN_MS = 15_000;
const LONGEST_WAIT_MS = 20_000;

/** Builds what the checks of one run share. @param failed ends the run, like the caller's own signal */
export function createReceiverRun(target: ReceiverTarget, options: RunOptions, failed: AbortSignal): ReceiverRun {
  const signal = options.signal === undefined ? failed : AbortSignal.any([failed, options.signal]);
  const settings: DriverOptions = {
    answerWithinMs: Math.max(ANSWER_WITHIN_MS, 3 * target.answerWithinMs),
    longestWaitMs: LONGEST_WAIT_MS,
    pace: options.requestsPerSecond === undefined ? undefined : new Pace(options.requestsPerSecond),
    tls: { authority: authorityOf(target) },
    // Each delivery gets its own connection. If the receiver closed a kept connection meanwhile, that would look like a refusal.
    keepAlive: false,
    signal,
  };
  const run: ReceiverRun = {
    target,
    driver: new Driver(settings),
    elsewhere: target.foreignAddress === undefined ? undefined : new Driver({ ...settings, localAddress: target.foreignAddress }),
    silences: { inARow: 0 },
    runName: `conformance-${randomBytes(4).toString('hex')}`,
    seed: options.seed ?? randomInt(0x7fffffff),
    effort: effortOf[options.budget ?? 'standard'],
    workers: new Workers(options.workers ?? DEFAULT_WORKERS),
    signal,
    replay: options.replay,
    log: new ExchangeLog(options.keepExchanges ?? false),
  };
  const tell = observeRequests(options, receiverSecrets(target));
  const observe: JudgingRun['observe'] = (rule, exchange) => {
    run.log.note(rule, exchange);
    tell?.(rule, exchange);
  };
  return { ...run, observe };
}

/** The secrets that no report may show. */
export function receiverSecrets({ secret }: ReceiverTarget): readonly Secret[] {
  return [{ value: secret, placeholder: '<SIGNING_SECRET>' }];
}

/** @throws ConfigurationError if the file cannot be read */
function authorityOf({ caFile }: ReceiverTarget): string | undefined {
  try {
    return caFile === undefined ? undefined : readFileSync(caFile, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigurationError(`caFile: ${caFile} cannot be read (${code}); name the PEM file of the receiver's CA.`);
  }
}
