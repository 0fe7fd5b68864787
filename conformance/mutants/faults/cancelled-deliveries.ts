import type { Faults, Request } from '../mutant.ts';
import { type Answer, bodyOf, isSuccess, withBody } from '../peer/message.ts';
import { undelivered } from './attempts.ts';
import { idOf, marksOf, type Webhook } from './webhooks.ts';

/** A fault that drops the pending retries of a webhook after certain requests, such as a refused change. */
export function cancelling(isCause: (request: Request, answer: Answer) => boolean): Faults {
  return {
    fault: (context) => {
      const secrets = new Map<string, string>();
      const cancelled = new Set<string>();
      const shown = (delivery: Webhook): Webhook =>
        cancelled.has(String(delivery.webhookId)) && delivery.state === 'pending' ? { ...delivery, state: 'failed' } : delivery;
      return async (request, forward) => {
        const answer = await forward(request);
        const id = idOf(request);
        if (request.operation === 'createWebhook' && isSuccess(answer))
          secrets.set(String(bodyOf(answer).id), String(bodyOf(answer).secret));
        if (isCause(request, answer) && secrets.has(id)) {
          cancelled.add(id);
          marksOf(context).set(secrets.get(id) ?? '', 'cancelled');
        }
        const { deliveries, ...entry } = bodyOf(answer);
        if (request.operation !== 'getEvento' || !Array.isArray(deliveries)) return answer;
        return withBody(answer, { ...entry, deliveries: deliveries.map(shown) });
      };
    },
    deliveryFault: undelivered(({ earlierAttempts, secret }, context) => earlierAttempts.length > 0 && marksOf(context).has(secret)),
  };
}
