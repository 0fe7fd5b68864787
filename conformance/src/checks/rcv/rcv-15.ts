import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { acceptedControl, judgeRefusal } from '../../scenarios/receptions/refused.ts';
import { anyEvent, exampleEvents } from '../../sender/event.ts';
import { signedDelivery } from '../../sender/signed-delivery.ts';

/** RCV-15: deliveries from an address outside the sender list are refused, those from inside are not. */
export const rcv15: Check<ReceiverContext> = receiverCheck('RCV-15', { isolation: 'shared', weight: 1 }, async (context) => {
  const { secret, foreignAddress } = context.target;
  await context.forAll(
    anyEvent,
    10,
    async (event) => {
      const reception = await context.deliverFromElsewhere(signedDelivery(secret, event, context.freshKey()));
      judgeRefusal(context, reception, `it comes from ${foreignAddress}, which the receiver does not list`);
      await acceptedControl(context, signedDelivery(secret, event, context.freshKey()));
    },
    exampleEvents,
  );
});
