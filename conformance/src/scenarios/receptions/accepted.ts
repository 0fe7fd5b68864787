import type { ReceiverContext } from '../../model/receiver-context.ts';
import type { OutgoingDelivery } from '../../model/reception.ts';
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
