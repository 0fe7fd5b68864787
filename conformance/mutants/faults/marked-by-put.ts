import { createHmac } from 'node:crypto';
import type { DeliveryFault, Faults } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withHeader } from '../peer/message.ts';
import { idOf, marksOf, type Webhook } from './webhooks.ts';

/** A service that changes the deliveries of webhooks that a PUT has marked. */
export function markedByPut(
  markOf: (body: Webhook, before: Webhook) => string | undefined,
  deliver: (mark: string) => DeliveryFault,
): Faults {
  return {
    fault: (context) => {
      const created = new Map<string, Webhook>();
      return async (request, forward) => {
        const answer = await forward(request);
        if (!isSuccess(answer)) return answer;
        if (request.operation === 'createWebhook') created.set(String(bodyOf(answer).id), bodyOf(answer));
        const before = created.get(idOf(request));
        const mark = request.operation === 'updateWebhook' && before ? markOf(bodyOf(request), before) : undefined;
        if (mark !== undefined) marksOf(context).set(String(before?.secret), mark);
        return answer;
      };
    },
    deliveryFault: (context) => async (delivery, send) => {
      const mark = marksOf(context).get(delivery.secret);
      return mark === undefined ? await send(delivery) : await deliver(mark)(delivery, send);
    },
  };
}

/** Never retries. */
export const givingUp = (): DeliveryFault => async (delivery, send) => (delivery.earlierAttempts.length > 0 ? 204 : await send(delivery));

/** Signs with this secret instead of the webhook's own. */
export const signedWith =
  (secret: string): DeliveryFault =>
  async (delivery, send) => {
    const timestamp = /t=(\d+)/.exec(headerOf(delivery, 'Service-Signature') ?? '')?.[1] ?? '';
    const v2 = createHmac('sha256', secret).update(`${timestamp}.${delivery.body}`).digest('hex');
    return await send(withHeader(delivery, 'Service-Signature', `t=${timestamp},v2=${v2}`));
  };
