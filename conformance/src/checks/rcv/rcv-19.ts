import { SIGNATURE_TOLERANCE_MS } from '../../generated/limits.ts';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { agesOf, deliverInTime, describeAge } from '../../scenarios/receptions/ages.ts';
import { acceptedControl } from '../../scenarios/receptions/refused.ts';
import { exampleEvents } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';

/** RCV-19: the receiver keeps its configured tolerance: it accepts an age just below, and refuses one just above. */
export const rcv19: Check<ReceiverContext> = receiverCheck('RCV-19', { isolation: 'shared', weight: 1 }, async (context) => {
  const { secret, toleranceSeconds } = context.target;
  const ages = agesOf(context);
  for (const event of context.some(exampleEvents)) {
    const make = (ageSeconds: number): SignedDelivery => signedDelivery(secret, event, context.freshKey(), { ageSeconds });
    await acceptedControl(context, make(0));
    for (const ageSeconds of [ages.within, ages.beyond]) {
      const { accepted, answered } = await deliverInTime(context, ages, () => make(ageSeconds));
      const isWithin = ageSeconds <= toleranceSeconds;
      context.judge(accepted === isWithin, {
        message: `The tolerance of the receiver must be ${toleranceSeconds} s: ${describeAge(ageSeconds, toleranceSeconds)}.`,
        expected: isWithin ? '2xx' : 'any status but 2xx',
        actual: answered,
      });
    }
  }
  if (toleranceSeconds * 1000 === SIGNATURE_TOLERANCE_MS)
    context.leaveUnjudged('whether the tolerance can be configured: start the receiver with another one, and name it by --tolerance');
});
