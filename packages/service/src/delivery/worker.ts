import type { Logger } from 'pino';
import type { Clock } from '../model/clock.ts';
import type { DeliveryId } from '../model/ids.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { ClaimedDelivery, DeliveryQueue, FinishedDelivery, NextStep } from '../store/delivery-queue.ts';
import { keepLeases, type Leases } from '../store/lease.ts';
import type { Sender } from './attempt.ts';
import { createEndpoints, WINDOW_MAX } from './endpoints.ts';
import { createRest } from './rest.ts';
import { retryDelay } from './schedule.ts';
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

export interface WorkerInput {
  readonly queue: DeliveryQueue;
  readonly leases: Leases;
  readonly sender: Sender;
  /** From a sealed secret to the secret. */
  readonly secretOf: (sealed: string) => string;
  readonly clock: Clock;
  readonly retryDelaysMs: readonly number[];
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** How many are claimed at once. */
const CLAIM_MAX = 256;
/** So long an attempt may be unanswered before it is late, in milliseconds. */
const LATE_MS = 1_000;
/** So long what is finished waits for an attempt that is in flight, in milliseconds: one that takes longer holds up what is new as well. */
const AWAITED_MS = 50;
/** So long finished attempts at least wait for others while some are in flight, in milliseconds: they are written down in one commit. */
const GATHER_MS_MIN = 10;
/** The queue is looked at this often even if nobody called, in milliseconds. */
const POLL_MS = 1_000;
/** The shortest wait between two looks at the queue without a call, in milliseconds. */
const WAIT_MS_MIN = 20;
/** After a fault of our own, in milliseconds. */
const FAULT_DELAY_MS = 5_000;

/**
 * Starts a worker. It works in turns: each writes down what was finished since the last one and claims what there is room for. What was claimed is
 * sent as places become free, without waiting for a turn.
 */
export function startDeliveryWorker(input: WorkerInput): DeliveryWorker {
  const { queue, clock, log } = input;
  const endpoints = createEndpoints();
  // From the claim until what came of it is written down.
  const held = new Map<DeliveryId, ClaimedDelivery>();
  let finished: FinishedDelivery[] = [];
  const settling = new Set<() => void>();
  const abandoning = new AbortController();
  const wakeUp = createWakeUp(clock);
  const rest = createRest();
  // Attempts in flight that are awaited.
  let awaited = 0;
  let stopping = false;

  const isOver = (): boolean => stopping && held.size === 0;

  async function claim(): Promise<number> {
    const limit = stopping ? 0 : Math.min(CLAIM_MAX, endpoints.room());
    if (limit <= 0) return 0;
    const bounds = { now: clock.now(), limit, limitPerWebhook: WINDOW_MAX, fullWebhookIds: endpoints.full() };
    const claimed = await queue.claim({ ...bounds, roomOf: endpoints.roomOf, holds: (id) => held.has(id) });
    for (const delivery of claimed) {
      held.set(delivery.id, delivery);
      endpoints.add(delivery);
    }
    return claimed.length;
  }

  async function writeDown(): Promise<void> {
    finished.push(...endpoints.surplus(!stopping).map(givenBack));
    const written = finished;
    finished = [];
    try {
      await queue.complete(written);
    } catch (error) {
      finished.push(...written);
      throw error;
    }
    for (const { delivery } of written) held.delete(delivery.id);
  }

  function send(): void {
    for (let delivery = endpoints.next(); delivery !== undefined; delivery = endpoints.next()) void begin(delivery);
  }

  async function begin(delivery: ClaimedDelivery): Promise<void> {
    let late = false;
    const endAwaiting = awaitUnlessSlow(delivery);
    let timer = setTimeout(() => {
      endAwaiting();
      timer = setTimeout(() => {
        late = true;
        endpoints.late(delivery.webhookId);
        send();
        wakeUp.wake();
      }, LATE_MS - AWAITED_MS);
    }, AWAITED_MS);
    const result = await deliver(input, delivery, abandoning.signal);
    clearTimeout(timer);
    finished.push(result);
    endpoints.ended(delivery.webhookId, { answered: result.attempt?.status !== undefined, late });
    send();
    wakeUp.wake();
    endAwaiting();
  }

  /** Answers what ends it, at the first call. */
  function awaitUnlessSlow({ webhookId }: ClaimedDelivery): () => void {
    let counts = endpoints.slow(webhookId) ? 0 : 1;
    awaited += counts;
    return () => {
      awaited -= counts;
      counts = 0;
      if (awaited === 0) rest.end();
    };
  }

  async function nextLook(): Promise<number> {
    const now = clock.now();
    const dueAt = stopping || endpoints.room() <= 0 ? undefined : await queue.nextDueAt(endpoints.full());
    return Math.max(now + WAIT_MS_MIN, Math.min(dueAt ?? Number.POSITIVE_INFINITY, now + POLL_MS));
  }

  async function turn(): Promise<void> {
    const seen = wakeUp.calls();
    const waiting = [...settling];
    const begunAt = performance.now();
    const [claimed] = await Promise.all([claim(), writeDown()]);
    // As long as it took, so that a slow database is asked less often for more.
    const gatherMs = Math.max(GATHER_MS_MIN, performance.now() - begunAt);
    send();
    if (claimed === 0) {
      if (held.size === 0) settle(waiting);
      if (!isOver()) await wakeUp.wait(seen, await nextLook());
    }
    if (awaited > 0) await rest.begin(gatherMs);
  }

  function settle(waiting: readonly (() => void)[]): void {
    for (const resolve of waiting) {
      settling.delete(resolve);
      resolve();
    }
  }

  async function run(): Promise<void> {
    while (!isOver()) {
      try {
        await turn();
      } catch (error) {
        log.error({ err: error }, 'The delivery queue could not be read or written.');
        // What is still held is another worker's when its lease ends.
        if (abandoning.signal.aborted) return;
        await wakeUp.wait(wakeUp.calls(), clock.now() + FAULT_DELAY_MS);
      }
    }
  }

  function renew(): void {
    queue.renew([...held.values()]).catch((error) => log.error({ err: error }, 'The leases of deliveries in flight could not be renewed.'));
  }

  const running = run();
  const stopRenewing = keepLeases(input.leases, renew);
  return {
    wake: wakeUp.wake,
    settled() {
      return new Promise((resolve) => {
        settling.add(resolve);
        wakeUp.wake();
      });
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

/** Makes an attempt and says what becomes of the delivery; never rejects. */
async function deliver(input: WorkerInput, delivery: ClaimedDelivery, signal: AbortSignal): Promise<FinishedDelivery> {
  const { sender, secretOf, clock, log, metrics } = input;
  const startedAt = clock.now();
  const begunAt = performance.now();
  try {
    const secret = secretOf(delivery.secretSealed);
    const { confirmed, status, error } = await sender.send({ url: delivery.url, body: Buffer.from(delivery.body), secret }, signal);
    const durationMs = Math.round(performance.now() - begunAt);
    metrics.attempted({ confirmed, status, durationMs });
    log.info({ deliveryId: delivery.id, webhookId: delivery.webhookId, status, error, durationMs }, 'Delivery attempted.');
    const next: NextStep = confirmed ? { state: 'delivered' } : nextStep(input, delivery);
    return { delivery, attempt: { startedAt, durationMs, status, error }, next };
  } catch (error) {
    if (signal.aborted) return givenBack(delivery);
    // Ours, not the receiver's: it spends no attempt.
    log.error({ err: error, deliveryId: delivery.id }, 'A delivery could not be attempted.');
    return { delivery, attempt: undefined, next: { state: 'pending', dueAt: clock.now() + FAULT_DELAY_MS } };
  }
}

function givenBack(delivery: ClaimedDelivery): FinishedDelivery {
  return { delivery, attempt: undefined, next: { state: 'pending', dueAt: delivery.dueAt } };
}

function nextStep({ clock, retryDelaysMs }: WorkerInput, delivery: ClaimedDelivery): NextStep {
  const delayMs = retryDelay(retryDelaysMs, delivery.attemptCount + 1, Math.random());
  return delayMs === undefined ? { state: 'failed' } : { state: 'pending', dueAt: clock.now() + delayMs };
}
