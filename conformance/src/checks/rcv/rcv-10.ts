import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { agesOf, deliverInTime, describeAge, exampleAges } from '../../scenarios/receptions/ages.ts';
import { acceptedControl } from '../../scenarios/receptions/refused.ts';
import { anyEvent } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';

/** RCV-10: a timestamp within the tolerance of now is accepted, whether before or after it. */
export const rcv10: Check<ReceiverContext> = receiverCheck('RCV-10', { isolation: 'shared', weight: 2 }, async (context) => {
  const ages = agesOf(context);
  const { within } = ages;
  const drawn = fc.record({ event: anyEvent, ageSeconds: fc.integer({ min: -within, max: within }) });
  const judge = async ({ event, ageSeconds }: { event: Parameters<typeof signedDelivery>[1]; ageSeconds: number }): Promise<void> => {
    const make = (age: number): SignedDelivery => signedDelivery(context.target.secret, event, context.freshKey(), { ageSeconds: age });
    const { accepted, answered } = await deliverInTime(context, ages, () => make(ageSeconds));
    if (!accepted) await acceptedControl(context, make(0));
    const what = describeAge(ageSeconds, context.target.toleranceSeconds);
    context.judge(accepted, { message: `The delivery is valid and must be accepted: ${what}.`, expected: '2xx', actual: answered });
  };
  await context.forAll(drawn, 60, judge, exampleAges([within, -within, Math.ceil(within / 2), -Math.ceil(within / 2), 2, -2]));
});
