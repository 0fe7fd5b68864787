import fc from 'fast-check';
import type { OutgoingDelivery, ReceiverContext } from '../../model/receiver-context.ts';
import { anyEvent, type SampleEvent, spread } from '../../sender/event.ts';
import { type SignedDelivery, signedDelivery } from '../../sender/signed-delivery.ts';
import { acceptedControl } from './refused.ts';

/**
 * Judges that an unusual but right delivery is accepted.
 * @param plain the plainest delivery of such an event, sent if the unusual one is refused
 * @throws Inconclusive if the plain one is refused too: then the refusal has another reason.
 */
export async function judgeAccepted(
  context: ReceiverContext,
  unusual: OutgoingDelivery,
  plain: () => OutgoingDelivery,
  what: string,
): Promise<void> {
  const { accepted, answered } = await context.deliver(unusual);
  if (!accepted) await acceptedControl(context, plain());
  context.judge(accepted, { message: `The delivery is valid and must be accepted: ${what}.`, expected: '2xx', actual: answered });
}

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
