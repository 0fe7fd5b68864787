import { deliveryId, webhookId } from '../../src/model/ids.ts';
import type { ClaimedDelivery } from '../../src/store/delivery-queue.ts';

/** A delivery that is held, to the webhook of that number. */
export function claimedDelivery(id: number, webhook: number, attemptCount = 0): ClaimedDelivery {
  return { id: deliveryId(id), webhookId: webhookId(webhook), attemptCount, dueAt: 7, claimId: 'claim' };
}
