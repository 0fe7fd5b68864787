import { RETRY_DELAYS_MS } from '../../src/generated/limits.ts';
import { attempt } from '../faults/attempts.ts';
import type { FaultContext, Mutant } from '../mutant.ts';
import { isSuccess } from '../peer/message.ts';

const refusedDeliveries = new WeakMap<FaultContext, Map<string, () => Promise<unknown>>>();

/** How each event that is refused is sent again, by its body. */
function refusedOf(context: FaultContext): Map<string, () => Promise<unknown>> {
  const known = refusedDeliveries.get(context) ?? new Map<string, () => Promise<unknown>>();
  refusedDeliveries.set(context, known);
  return known;
}

/** Faulty services that the check of DLV-10 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'DLV-10-a-retry-less', mustBreak: ['DLV-10'], service: { retryDelaysMs: RETRY_DELAYS_MS.slice(0, -1) } },
  {
    id: 'DLV-10-second-retry-too-soon',
    mustBreak: ['DLV-10'],
    service: { retryDelaysMs: RETRY_DELAYS_MS.map((delayMs, index) => (index === 1 ? 0.6 * delayMs : delayMs)) },
  },
  {
    id: 'DLV-10-a-changed-webhook-is-retried-at-once',
    mustBreak: ['DLV-10'],
    fault: (context) => async (request, forward) => {
      const answer = await forward(request);
      if (request.operation === 'updateWebhook' && isSuccess(answer)) for (const retry of refusedOf(context).values()) void retry();
      return answer;
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const status = await deliver(delivery);
      const refused = refusedOf(context);
      if (status >= 200 && status <= 299) refused.delete(delivery.body);
      else refused.set(delivery.body, () => attempt(delivery, deliver));
      return status;
    },
  },
];
