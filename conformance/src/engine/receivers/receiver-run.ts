import { randomBytes } from 'node:crypto';
import { headerNames } from '../../api/header-names.ts';
import { Driver, type DriverOptions } from '../../http/driver.ts';
import { Pace } from '../../http/pace.ts';
import { pem } from '../../http/trusting.ts';
import type { Answer, Call } from '../../model/exchange.ts';
import type { OutgoingDelivery, ReceiverTarget } from '../../model/receiver-context.ts';
import type { RunOptions } from '../../model/run-options.ts';
import { type JudgingRun, judgingRun } from '../judging-run.ts';
import { reach } from '../reach.ts';
import type { Secret } from '../secret.ts';

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
  const runName = `conformance-${randomBytes(4).toString('hex')}`;
  const run = judgingRun(options, { runName, workers: DEFAULT_WORKERS, failed, secrets: receiverSecrets(target) });
  const { caFile, foreignAddress } = target;
  const settings: DriverOptions = {
    answerWithinMs: Math.max(ANSWER_WITHIN_MS, 3 * target.answerWithinMs),
    longestWaitMs: LONGEST_WAIT_MS,
    pace: options.requestsPerSecond === undefined ? undefined : new Pace(options.requestsPerSecond),
    tls: { authority: caFile === undefined ? undefined : pem(caFile, 'caFile') },
    // Each delivery gets its own connection. If the receiver closed a kept connection meanwhile, that would look like a refusal.
    keepAlive: false,
    signal: run.signal,
  };
  return {
    ...run,
    target,
    driver: new Driver(settings),
    elsewhere: foreignAddress === undefined ? undefined : new Driver({ ...settings, localAddress: foreignAddress }),
    silences: { inARow: 0 },
  };
}

/** Closes every connection. */
export async function closeReceiverRun(run: ReceiverRun): Promise<void> {
  await Promise.all([run.driver.close(), run.elsewhere?.close()]);
}

/** The secrets that no report may show. */
export function receiverSecrets({ secret }: ReceiverTarget): readonly Secret[] {
  return [{ value: secret, placeholder: '<SIGNING_SECRET>' }];
}

/** The receiver's answer to a correct delivery. @throws ConfigurationError if no answer comes */
export async function reachReceiver({ target, driver, observe }: ReceiverRun, delivery: OutgoingDelivery): Promise<Answer> {
  const send = (call: Call): Promise<Answer> => driver.send(call, (exchange) => observe('preflight', exchange));
  return await reach(send, deliveryCall(target, delivery), { setting: 'target', url: target.url, peer: 'receiver', caSetting: 'caFile' });
}

/** The request that sends a delivery to the receiver. */
export function deliveryCall({ url, headerWord }: ReceiverTarget, { body, signature }: OutgoingDelivery): Call {
  const name = headerNames(headerWord).signature;
  return {
    method: 'POST',
    url,
    headers: [['Content-Type', 'application/json'], ...(signature === undefined ? [] : [[name, signature] as const])],
    body,
  };
}
