import { isOf } from '../faults/attempts.ts';
import { marksRedelivered } from '../faults/redeliveries.ts';
import { changed, signed, timestampOf } from '../faults/signatures.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Faulty services that the check of SIG-04 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'SIG-04-timestamp-of-the-first-attempt',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: timestampOf(delivery.earlierAttempts[0] ?? delivery) })),
  },
  {
    id: 'SIG-04-ten-minutes-behind',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: String(Number(timestampOf(delivery)) - 600) })),
  },
  {
    id: 'SIG-04-local-time',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: String(Number(timestampOf(delivery)) + 7200) })),
  },
  {
    id: 'SIG-04-delivered-again-with-the-first-time',
    mustBreak: ['SIG-04'],
    fault: marksRedelivered,
    deliveryFault: (context) => async (delivery, deliver) => {
      const isAgain = marksOf(context).has(String(bodyOf(delivery).EventGuid));
      const [first = delivery] = delivery.earlierAttempts;
      return await deliver(isAgain ? signed(delivery, { timestamp: timestampOf(first) }) : delivery);
    },
  },
  {
    id: 'SIG-04-what-got-no-answer-is-sent-as-it-was',
    mustBreak: ['SIG-04'],
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
  {
    id: 'SIG-04-one-timestamp-for-ten-minutes-of-deletions',
    mustBreak: ['SIG-04'],
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
];
