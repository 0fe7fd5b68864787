import { delivering, isOf } from '../faults/attempts.ts';
import { marksRedelivered } from '../faults/redeliveries.ts';
import { signed, timestampOf } from '../faults/signatures.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'ten-minutes-behind': {
    deliveryFault: delivering((delivery) => signed(delivery, { timestamp: String(Number(timestampOf(delivery)) - 600) })),
  },
  'local-time': { deliveryFault: delivering((delivery) => signed(delivery, { timestamp: String(Number(timestampOf(delivery)) + 7200) })) },
  'delivered-again-with-the-first-time': {
    fault: marksRedelivered,
    deliveryFault: delivering((delivery, context) => {
      const isAgain = marksOf(context).has(String(bodyOf(delivery).EventGuid));
      const [first = delivery] = delivery.earlierAttempts;
      return isAgain ? signed(delivery, { timestamp: timestampOf(first) }) : delivery;
    }),
  },
  'what-got-no-answer-is-sent-as-it-was': {
    deliveryFault: () => {
      const unanswered = new Map<string, string>();
      return async (delivery, deliver) => {
        const event = `${delivery.secret} ${delivery.body}`;
        const timestamp = unanswered.get(event) ?? timestampOf(delivery);
        unanswered.set(event, timestamp);
        const status = await deliver(signed(delivery, { timestamp }));
        unanswered.delete(event);
        return status;
      };
    },
  },
  'one-timestamp-for-ten-minutes-of-deletions': {
    deliveryFault: () => {
      const kept = new Map<string, string>();
      return async (delivery, deliver) => {
        if (!isOf(delivery, 'Documento.Delete')) return await deliver(delivery);
        const [now, before = ''] = [timestampOf(delivery), kept.get(delivery.secret)];
        const isKept = Number(now) - Number(before) < 600;
        if (!isKept) kept.set(delivery.secret, now);
        return await deliver(signed(delivery, { timestamp: isKept ? before : now }));
      };
    },
  },
};
