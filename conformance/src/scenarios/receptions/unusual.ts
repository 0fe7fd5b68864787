import fc from 'fast-check';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { anyEvent, type SampleEvent } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';
import { judgeAccepted } from './accepted.ts';
import { spread } from './spread.ts';

/** An unusual but valid form of the signature header. */
export interface HeaderForm {
  /** What is unusual, as the end of a sentence. */
  readonly what: string;
  readonly write: (delivery: SignedDelivery, secret: string) => string;
}

/** Judges that deliveries of all types are accepted with headers of each of these forms. @param runs drawn cases, besides the examples */
export async function judgeHeaderForms(
  context: ReceiverContext,
  drawn: fc.Arbitrary<HeaderForm>,
  examples: readonly HeaderForm[],
  runs: number,
): Promise<void> {
  await context.forAll(fc.record({ event: anyEvent, how: drawn }), runs, (one) => judgeForm(context, one), spread(examples));
}

async function judgeForm(context: ReceiverContext, { event, how }: { event: SampleEvent; how: HeaderForm }): Promise<void> {
  const { secret } = context.target;
  const fresh = (): SignedDelivery => signedDelivery(secret, event, context.freshKey());
  const delivery = fresh();
  await judgeAccepted(context, { ...delivery, signature: how.write(delivery, secret) }, fresh, how.what);
}
