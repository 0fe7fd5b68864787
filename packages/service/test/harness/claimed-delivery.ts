import { deliveryId, webhookId } from '../../src/model/ids.ts';
import type { ClaimedDelivery } from '../../src/store/delivery-queue.ts';

/** A delivery that is held, to the webhook of that number. */
export function claimedDelivery(id: number, webhook: number, attemptCount = 0): ClaimedDelivery {
  const message = { url: 'https://example.com/', secretSealed: 'sealed', body: '{}' };
  return { id: deliveryId(id), webhookId: webhookId(webhook), attemptCount, dueAt: 7, claimId: 'claim', ...message };
}
