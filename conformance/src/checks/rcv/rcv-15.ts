import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';

/** RCV-15: deliveries from an address outside the sender list are refused, those from inside are not. */
export const rcv15: Check<ReceiverContext> = receiverCheck('RCV-15', { isolation: 'shared', weight: 1 }, async (context) => {
  const foreign: Form = {
    what: `it comes from ${context.target.foreignAddress}, which the receiver does not list`,
    make: (plain) => plain,
    deliver: (_context, make) => context.deliverFromElsewhere(make()),
  };
  await judgeForms(context, 'refuse', [foreign], { runs: 10 });
});
