import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { anyEvent, exampleEvents } from '../../sender/event.ts';
import { signedDelivery } from '../../sender/signed-delivery.ts';

/** RCV-01: a valid delivery is answered 2xx, whatever event it brings. */
export const rcv01: Check<ReceiverContext> = receiverCheck('RCV-01', { isolation: 'shared', weight: 2 }, async (context) => {
  await context.forAll(
    anyEvent,
    60,
    async (event) => {
      const { accepted, answered } = await context.deliver(signedDelivery(context.target.secret, event, context.freshKey()));
      context.judge(accepted, {
        message: `The receiver must answer a valid delivery of ${event.type} with 2xx. Check that address, secret and header word are the receiver's.`,
        expected: '2xx',
        actual: answered,
      });
    },
    exampleEvents,
  );
});
