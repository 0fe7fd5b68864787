import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Sender } from './attempt.ts';
import { createGathering, type Gathering } from './gathering.ts';
import { keepLeases, type Leases } from './lease.ts';
import type { ClaimedDelivery, DeliveryQueue, FinishedDelivery, NextStep } from './queue.ts';
import { retryDelay } from './schedule.ts';
import { createWakeUp } from './wake-up.ts';

/** Delivers what is due, as long as it runs (D-09). */
export interface DeliveryWorker {
  /** Looks at the queue at once: called when something was recorded. */
  wake(): void;
  /** Resolves when nothing is in flight and nothing is due. */
  settled(): Promise<void>;
  /** Takes nothing new, lets what is in flight finish for the grace time, and gives the rest back. */
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

/** How many attempts run at once, and how many of them to one webhook. */
const IN_FLIGHT_MAX = 128;
const IN_FLIGHT_PER_WEBHOOK_MAX = 8;
const CLAIM_MAX = 100;
/** So long a finished attempt waits for others, in milliseconds: they are written down in one commit. */
const GATHER_MS = 10;
/** The queue is looked at this often even if nobody called, in milliseconds. */
const POLL_MS = 1_000;
/** The shortest wait between two looks at the queue without a call, in milliseconds. */
const WAIT_MS_MIN = 20;
/** After a fault of our own, in milliseconds. */
const FAULT_DELAY_MS = 5_000;

export function startDeliveryWorker(input: WorkerInput): DeliveryWorker {
  const { queue, clock, log } = input;
  const inFlight = new Map<number, { readonly delivery: ClaimedDelivery; readonly done: Promise<void> }>();
  const settling = new Set<() => void>();
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const finished = createGathering<FinishedDelivery>(queue.complete, GATHER_MS);
  const wakeUp = createWakeUp(clock, stopping.signal);

  const countOf = (webhookId: number): number => [...inFlight.values()].filter(({ delivery }) => delivery.webhookId === webhookId).length;
  const fullWebhookIds = (): number[] =>
    [...new Set([...inFlight.values()].map(({ delivery }) => delivery.webhookId))].filter((id) => countOf(id) >= IN_FLIGHT_PER_WEBHOOK_MAX);

  /** Claims what there is room for; returns how many. */
  async function fill(): Promise<number> {
    const limit = Math.min(CLAIM_MAX, IN_FLIGHT_MAX - inFlight.size);
    if (limit <= 0) return 0;
    const bounds = { now: clock.now(), limit, heldIds: [...inFlight.keys()], fullWebhookIds: fullWebhookIds() };
    const claimed = await queue.claim({ ...bounds, roomOf: (id) => IN_FLIGHT_PER_WEBHOOK_MAX - countOf(id) });
    for (const delivery of claimed) begin(delivery);
    return claimed.length;
  }

  function begin(delivery: ClaimedDelivery): void {
    const done = deliver(input, delivery, finished, abandoning.signal)
      .catch((error) => log.error({ err: error, deliveryId: delivery.id }, 'A delivery could not be recorded.'))
      .finally(() => {
        inFlight.delete(delivery.id);
        wakeUp.wake();
      });
    inFlight.set(delivery.id, { delivery, done });
  }

  function settle(waiting: readonly (() => void)[]): void {
    for (const resolve of waiting) {
      settling.delete(resolve);
      resolve();
    }
  }

  async function nextLook(): Promise<number> {
    const now = clock.now();
    const full = inFlight.size >= IN_FLIGHT_MAX;
    const dueAt = full ? undefined : await queue.nextDueAt({ heldIds: [...inFlight.keys()], fullWebhookIds: fullWebhookIds() });
    return Math.max(now + WAIT_MS_MIN, Math.min(dueAt ?? Number.POSITIVE_INFINITY, now + POLL_MS));
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const seen = wakeUp.calls();
      const waiting = [...settling];
      try {
        if ((await fill()) > 0) continue;
        if (inFlight.size === 0) settle(waiting);
        await wakeUp.wait(seen, await nextLook());
      } catch (error) {
        log.error({ err: error }, 'The delivery queue could not be read.');
        await wakeUp.wait(wakeUp.calls(), clock.now() + FAULT_DELAY_MS);
      }
    }
  }

  function renew(): void {
    const held = [...inFlight.values()].map(({ delivery }) => delivery);
    queue.renew(held).catch((error) => log.error({ err: error }, 'The leases of deliveries in flight could not be renewed.'));
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
      stopping.abort();
      await running;
      const grace = setTimeout(() => abandoning.abort(), graceMs);
      await Promise.all([...inFlight.values()].map(({ done }) => done));
      clearTimeout(grace);
      stopRenewing();
    },
  };
}

async function deliver(
  input: WorkerInput,
  delivery: ClaimedDelivery,
  finished: Gathering<FinishedDelivery>,
  signal: AbortSignal,
): Promise<void> {
  const { queue, sender, secretOf, clock, log, metrics } = input;
  const startedAt = clock.now();
  const begunAt = performance.now();
  try {
    const secret = secretOf(delivery.secretSealed);
    const { confirmed, status, error } = await sender.send({ url: delivery.url, body: Buffer.from(delivery.body), secret }, signal);
    const durationMs = Math.round(performance.now() - begunAt);
    metrics.attempted({ confirmed, status }, durationMs);
    const next: NextStep = confirmed ? { state: 'delivered' } : nextStep(input, delivery);
    await finished.add({ delivery, attempt: { startedAt, durationMs, status, error }, next });
    log.info({ deliveryId: delivery.id, webhookId: delivery.webhookId, status, error, durationMs }, 'Delivery attempted.');
  } catch (error) {
    // Ours, not the receiver's: it spends no attempt.
    const dueAt = signal.aborted ? startedAt : clock.now() + FAULT_DELAY_MS;
    if (!signal.aborted) log.error({ err: error, deliveryId: delivery.id }, 'A delivery could not be attempted.');
    await queue.release(delivery, dueAt);
  }
}

function nextStep({ clock, retryDelaysMs }: WorkerInput, delivery: ClaimedDelivery): NextStep {
  const delayMs = retryDelay(retryDelaysMs, delivery.attemptCount + 1, Math.random());
  return delayMs === undefined ? { state: 'failed' } : { state: 'pending', dueAt: clock.now() + delayMs };
}
