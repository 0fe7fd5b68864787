import fc from 'fast-check';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { anyEvent, type SampleEvent } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';
import { type Ages, deliverInTime, exampleAges } from './ages.ts';
import { acceptedControl, judgeRefusal } from './refused.ts';

interface AgedCase {
  readonly event: SampleEvent;
  readonly ageSeconds: number;
}

/** Judges that rightly signed deliveries of these ages are refused, and that a fresh one of the same event is accepted. */
export async function judgeRefusedAges(
  context: ReceiverContext,
  ages: Ages,
  drawn: fc.Arbitrary<number>,
  examples: readonly number[],
  runs: number,
): Promise<void> {
  const judge = async ({ event, ageSeconds }: AgedCase): Promise<void> => {
    const make = (age: number): SignedDelivery => signedDelivery(context.target.secret, event, context.freshKey(), { ageSeconds: age });
    const aged = await deliverInTime(context, ages, () => make(ageSeconds));
    judgeRefusal(context, aged, describeAge(ageSeconds, context.target.toleranceSeconds));
    await acceptedControl(context, make(0));
  };
  await context.forAll(fc.record({ event: anyEvent, ageSeconds: drawn }), runs, judge, exampleAges(examples));
}

/** An age in words. */
export function describeAge(ageSeconds: number, toleranceSeconds: number): string {
  const where = ageSeconds < 0 ? `${-ageSeconds} s in the future` : `${ageSeconds} s old`;
  return `its timestamp is ${where}, and the tolerance is ${toleranceSeconds} s`;
}
