import { signatureHeaderName } from '@business-cloud/events';
import { createSender, createTrustedAgent } from '@business-cloud/server/webhooks';
import type { Logger } from 'pino';
import { ATTEMPT_DEADLINE_MS, RETRY_DELAYS_MS } from '../generated/limits.ts';
import type { Clock } from '../model/clock.ts';
import { ServiceError } from '../model/service-error.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Sealer } from '../security/sealing.ts';
import { createDeliveryQueue } from '../store/delivery-queue.ts';
import { createLeases } from '../store/lease.ts';
import type { Database } from '../store/sql/database.ts';
import { createAddressPolicy } from './address-policy.ts';
import { createDial } from './dial.ts';
import { requireAllowedLiteral } from './guarded-lookup.ts';
import { createNameLookup } from './name-lookup.ts';
import { openedSecrets } from './opened-secrets.ts';
import { type DeliveryWorker, startDeliveryWorker } from './worker.ts';

/** How deliveries go out; every member has a default. */
export interface DeliveryOptions {
  /** The word in the name of the signature header (D-13). */
  readonly headerWord?: string | undefined;
  /** Address ranges that deliveries may go to although they are private or local (D-10). */
  readonly deliveryAllow?: readonly string[] | undefined;
  /** A PEM file of certificates that deliveries trust in addition to the public ones; the file may be created later. */
  readonly deliveryCaFile?: string | undefined;
  /** An HTTP proxy that deliveries go through, such as `http://proxy:3128`. Receivers see its address (DLV-06). */
  readonly deliveryProxy?: string | undefined;
  /** Waits before the retries of a delivery, in milliseconds (DLV-10). */
  readonly retryDelaysMs?: readonly number[] | undefined;
  /** The time that one attempt may take, in milliseconds (D-09). */
  readonly attemptDeadlineMs?: number | undefined;
  /** How many attempts are in flight at once to receivers that answer in time, and as many again to slow ones (D-09). */
  readonly attemptsInFlightMax?: number | undefined;
  /** After how many milliseconds another worker takes the deliveries of one that died (D-09). */
  readonly leaseMs?: number | undefined;
  /** How long deliveries in flight may still take when the service closes, in milliseconds. By default as long as an attempt may take, and 10 s at most. */
  readonly drainMs?: number | undefined;
}

/** What deliveries work with. */
export interface DeliveryInput {
  readonly database: Database;
  readonly sealer: Sealer;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Deliveries that go out as long as it runs. */
export interface Delivery extends Omit<DeliveryWorker, 'stop'> {
  /** Claims nothing more, lets what is in flight finish, and gives back what does not in time: no attempt is spent on that. */
  stop(): Promise<void>;
}

/**
 * Starts delivering.
 *
 * @throws {ServiceError} `bad-argument` when an address range or the proxy is not valid
 */
export async function startDelivery(input: DeliveryInput, options: DeliveryOptions): Promise<Delivery> {
  const { database, sealer, clock, log, metrics } = input;
  const policy = createAddressPolicy(options.deliveryAllow ?? []);
  const proxy = options.deliveryProxy === undefined ? undefined : proxyOf(options.deliveryProxy);
  const agent = createTrustedAgent({
    caFile: options.deliveryCaFile,
    connector: (secureContext) => createDial({ policy, resolve: createNameLookup(), secureContext, proxy }),
  });
  const signatureHeader = signatureHeaderName(options.headerWord);
  const deadlineMs = options.attemptDeadlineMs ?? ATTEMPT_DEADLINE_MS;
  const sender = createSender({
    agent: agent.current,
    signatureHeader,
    userAgent: 'business-cloud-service',
    now: clock.now,
    deadlineMs,
    requireAllowed: (url) => requireAllowedLiteral(url, policy),
    isOwnFault: (error) => error instanceof ServiceError && error.code === 'lookup-unanswered',
  });
  const leases = createLeases(clock, options.leaseMs);
  const queue = createDeliveryQueue(database.deliveries, leases);
  // The process that held these claims has ended: there is no need to wait for their leases.
  if (database.exclusive) await queue.releaseAll();
  const retryDelaysMs = options.retryDelaysMs ?? RETRY_DELAYS_MS;
  const secretOf = openedSecrets(sealer);
  const inFlightMax = options.attemptsInFlightMax;
  const worker = startDeliveryWorker({ queue, leases, sender, secretOf, clock, retryDelaysMs, inFlightMax, log, metrics });
  return {
    wake: worker.wake,
    settled: worker.settled,
    async stop() {
      await worker.stop(options.drainMs ?? Math.min(deadlineMs, ATTEMPT_DEADLINE_MS));
      await agent.close();
    },
  };
}

/** @throws {ServiceError} `bad-argument` unless it is the address of an HTTP proxy and nothing more; the message leaves it out, since it may hold a password */
export function proxyOf(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === 'http:' && url.pathname === '/' && url.search === '' && url.hash === '') return url;
  throw new ServiceError('bad-argument', 'The egress proxy must be an address such as http://proxy:3128.');
}
