import type { DeliveryId } from '../model/ids.ts';
import type { ClaimedDelivery, DeliveryQueue, FinishedDelivery } from '../store/delivery-queue.ts';
import { WINDOW_MAX } from './endpoint.ts';
import type { Endpoints } from './endpoints.ts';

/** How many are claimed at once. */
const CLAIM_MAX = 256;

/** The deliveries that a worker holds, each from its claim until its result is recorded. */
export interface Claims {
  /** How many are held. */
  readonly size: number;
  /** Claims what is due and the endpoints have room for; returns how many. */
  claim(now: number): Promise<number>;
  /** Takes the result of a delivery, to be recorded. */
  finish(finished: FinishedDelivery): void;
  /** Records all results in one commit; what cannot be recorded is kept for the next time. */
  writeDown(): Promise<void>;
  /** When the next delivery is due that there is room for and nobody holds; undefined when none is. */
  nextDueAt(): Promise<number | undefined>;
  /** Renews the leases of everything that is held. */
  renew(): Promise<void>;
}

export function createClaims(queue: DeliveryQueue, endpoints: Endpoints): Claims {
  const held = new Map<DeliveryId, ClaimedDelivery>();
  let finished: FinishedDelivery[] = [];
  return {
    get size() {
      return held.size;
    },
    async claim(now) {
      const limit = Math.min(CLAIM_MAX, endpoints.room());
      if (limit <= 0) return 0;
      const bounds = { now, limit, limitPerWebhook: WINDOW_MAX, fullWebhookIds: endpoints.full() };
      const claimed = await queue.claim({ ...bounds, roomOf: endpoints.roomOf, holds: (id) => held.has(id) });
      for (const delivery of claimed) {
        held.set(delivery.id, delivery);
        endpoints.add(delivery);
      }
      return claimed.length;
    },
    finish(one) {
      finished.push(one);
    },
    async writeDown() {
      const written = finished;
      finished = [];
      try {
        await queue.complete(written);
      } catch (error) {
        finished.push(...written);
        throw error;
      }
      for (const { delivery } of written) held.delete(delivery.id);
    },
    nextDueAt: async () => (endpoints.room() <= 0 ? undefined : queue.nextDueAt(endpoints.full())),
    renew: () => queue.renew([...held.values()]),
  };
}
