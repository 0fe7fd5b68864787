import { retryDelay, type Sender } from '@business-cloud/server/webhooks';
import type { Logger } from 'pino';
import type { Clock } from '../model/clock.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { AfterAttempt, ClaimedDelivery, DeliveryQueue, FinishedDelivery } from '../store/delivery-queue.ts';

/** What an attempt works with. */
export interface AttemptInput {
  readonly queue: Pick<DeliveryQueue, 'message'>;
  readonly sender: Sender;
  /** From a sealed secret to the secret. */
  readonly secretOf: (sealed: string) => string;
  readonly clock: Clock;
  readonly retryDelaysMs: readonly number[];
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** The wait after a fault of our own, in milliseconds. */
export const FAULT_DELAY_MS = 5_000;

/** Makes an attempt and says what becomes of the delivery; never rejects. */
export async function attemptDelivery(input: AttemptInput, delivery: ClaimedDelivery, signal: AbortSignal): Promise<FinishedDelivery> {
  const { queue, sender, secretOf, clock, log, metrics } = input;
  try {
    const message = await queue.message(delivery);
    if (message === undefined) return { delivery, attempt: undefined, next: { state: 'failed' } };
    const { url, body, secretSealed } = message;
    const secret = secretOf(secretSealed);
    const startedAt = clock.now();
    const begunAt = performance.now();
    const { confirmed, status, error } = await sender.send({ url, body: Buffer.from(body), secret }, signal);
    const durationMs = Math.round(performance.now() - begunAt);
    metrics.attempted({ confirmed, status, durationMs });
    log[confirmed ? 'debug' : 'info'](
      { deliveryId: delivery.id, webhookId: delivery.webhookId, status, error, durationMs },
      'Delivery attempted.',
    );
    const next: AfterAttempt = confirmed ? { state: 'delivered' } : afterFailure(input, delivery);
    return { delivery, attempt: { startedAt, durationMs, status, error }, next };
  } catch (error) {
    if (signal.aborted) return givenBack(delivery);
    // Ours, not the receiver's: it spends no attempt.
    log.error({ err: error, deliveryId: delivery.id }, 'A delivery could not be attempted.');
    return { delivery, attempt: undefined, next: { state: 'pending', dueAt: clock.now() + FAULT_DELAY_MS } };
  }
}

/** A delivery that was claimed and not attempted: it is due as it was. */
export function givenBack(delivery: ClaimedDelivery): FinishedDelivery {
  return { delivery, attempt: undefined, next: { state: 'pending', dueAt: delivery.dueAt } };
}

function afterFailure({ clock, retryDelaysMs }: AttemptInput, delivery: ClaimedDelivery): AfterAttempt {
  const delayMs = retryDelay(retryDelaysMs, delivery.attemptCount + 1, Math.random());
  return delayMs === undefined ? { state: 'failed' } : { state: 'pending', dueAt: clock.now() + delayMs };
}
