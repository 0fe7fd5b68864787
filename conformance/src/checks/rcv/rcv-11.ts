import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { judgeAccepted } from '../../scenarios/receptions/accepted.ts';
import { spread } from '../../scenarios/receptions/spread.ts';
import { anyEvent, type SampleEvent } from '../../sender/event.ts';
import { anyForm, forms, type JsonForm } from '../../sender/json-form.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';

/** RCV-11: the raw bytes are verified: white space, order of members, escapes, non-ASCII characters and numbers like 1.0 survive. */
export const rcv11: Check<ReceiverContext> = receiverCheck('RCV-11', { isolation: 'shared', weight: 3 }, async (context) => {
  const judge = async ({ event, how }: { event: SampleEvent; how: JsonForm }): Promise<void> => {
    const { secret } = context.target;
    // The control is plain ASCII: a receiver that decodes the body wrongly may accept nothing else.
    const plain = (): SignedDelivery => signedDelivery(secret, inAscii(event), context.freshKey());
    const delivery = signedDelivery(secret, event, context.freshKey(), { write: how.write });
    await judgeAccepted(context, delivery, plain, `its body is ${how.what}, and was signed like that`);
  };
  await context.forAll(fc.record({ event: anyEvent, how: anyForm }), 80, judge, spread(forms));
});

function inAscii({ type, companyId, ...event }: SampleEvent): SampleEvent {
  const { object, applicationId } = JSON.parse(JSON.stringify(event).replaceAll(/[^\0-\x7f]/g, 'x'));
  return { type, companyId, object, applicationId };
}
