import type { Logger } from 'pino';
import type { DeliveryQueue } from '../store/delivery-queue.ts';
import { keepLeases, type Leases } from '../store/lease.ts';
import { type Claims, createClaims } from './claims.ts';
import { createClockWatch } from './clock-watch.ts';
import { type AttemptInput, attemptDelivery, FAULT_DELAY_MS, givenBack } from './delivery-attempt.ts';
import { createDispatcher } from './dispatcher.ts';
import { createEndpoints } from './endpoints.ts';
import { createGathering } from './gathering.ts';
import { longestWaits } from './schedule.ts';
import { createSettlement } from './settlement.ts';
import { createWakeUp } from './wake-up.ts';

/** Delivers what is due, as long as it runs (D-09). */
export interface DeliveryWorker {
  /** Looks at the queue at once: called when something was recorded. */
  wake(): void;
  /** Resolves when nothing is in flight and nothing is due. */
  settled(): Promise<void>;
  /** Claims nothing more, lets what is in flight finish for the grace time, and gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

export interface WorkerInput extends AttemptInput {
  readonly queue: DeliveryQueue;
  readonly leases: Leases;
  /** How many attempts are in flight at once; the contract's number by default. */
  readonly inFlightMax?: number | undefined;
}

/** How long finished attempts wait at least for others that are in flight, in milliseconds, so that one commit records them all. */
const GATHER_MS_MIN = 10;
/** The queue is looked at this often even if nobody called, in milliseconds. */
const POLL_MS = 1_000;
/** The shortest wait between two looks at the queue without a call, in milliseconds. */
const WAIT_MS_MIN = 20;

/**
 * Starts a worker. It works in turns: each writes down what has finished since the last one and claims what there is room for. What was
 * claimed is sent as places become free, without waiting for a turn.
 */
export function startDeliveryWorker(input: WorkerInput): DeliveryWorker {
  const { queue, clock, log, retryDelaysMs } = input;
  const endpoints = createEndpoints(input.inFlightMax);
  const claims = createClaims(queue, endpoints);
  const gathering = createGathering();
  const settlement = createSettlement();
  const wakeUp = createWakeUp(clock);
  const abandoning = new AbortController();
  const dispatcher = createDispatcher({
    endpoints,
    gathering,
    attempt: (delivery) => attemptDelivery(input, delivery, abandoning.signal),
    onFinished: claims.finish,
    onRoom: wakeUp.wake,
  });
  const clockWentBack = createClockWatch(clock);
  let stopping = false;

  async function turn(): Promise<void> {
    const seen = wakeUp.calls();
    const settle = settlement.begin();
    if (clockWentBack()) await queue.bringForward(clock.now(), longestWaits(retryDelaysMs, FAULT_DELAY_MS));
    const begunAt = performance.now();
    for (const delivery of endpoints.surplus(!stopping)) claims.finish(givenBack(delivery));
    const [claimed] = await Promise.all([stopping ? 0 : claims.claim(clock.now()), claims.writeDown()]);
    // As long as the turn took, so that a slow database gets fewer and larger requests.
    const gatherMs = Math.max(GATHER_MS_MIN, performance.now() - begunAt);
    dispatcher.send();
    if (claimed === 0) {
      if (claims.size === 0) settle();
      if (!isOver()) await wakeUp.wait(seen, await nextLook());
    }
    await gathering.wait(gatherMs);
  }

  /** How long to wait, in milliseconds. */
  async function nextLook(): Promise<number> {
    const dueAt = stopping ? undefined : await claims.nextDueAt();
    return Math.max(WAIT_MS_MIN, Math.min((dueAt ?? Number.POSITIVE_INFINITY) - clock.now(), POLL_MS));
  }

  const isOver = (): boolean => stopping && claims.size === 0;

  async function run(): Promise<void> {
    while (!isOver()) {
      try {
        await turn();
      } catch (error) {
        log.error({ err: error }, 'The delivery queue could not be read or written.');
        // What is still held is another worker's when its lease ends.
        if (abandoning.signal.aborted) return;
        await wakeUp.wait(wakeUp.calls(), FAULT_DELAY_MS);
      }
    }
  }

  const running = run();
  const stopRenewing = keepLeases(input.leases, () => renew(claims, log));
  return {
    wake: wakeUp.wake,
    settled() {
      const settled = settlement.wait();
      wakeUp.wake();
      return settled;
    },
    async stop(graceMs) {
      stopping = true;
      wakeUp.wake();
      const grace = setTimeout(() => {
        abandoning.abort();
        wakeUp.wake();
      }, graceMs);
      await running;
      clearTimeout(grace);
      stopRenewing();
    },
  };
}

function renew(claims: Claims, log: Logger): void {
  claims.renew().catch((error) => log.error({ err: error }, 'The leases of deliveries in flight could not be renewed.'));
}
