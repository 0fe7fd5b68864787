import type { ReceiverContext } from '../../model/receiver-context.ts';
import type { OutgoingDelivery, Reception } from '../../model/reception.ts';
import { Inconclusive } from '../../model/verdict.ts';

/** A delivery that must be refused, and the same delivery without the fault, which must not. */
export interface RefusalCase {
  readonly spoiled: OutgoingDelivery;
  readonly control: OutgoingDelivery;
  /** What is wrong with the delivery, as the end of a sentence. */
  readonly what: string;
  /** Whether the right one comes first, so that the receiver knows the event of the spoiled one. */
  readonly controlFirst: boolean;
}

/** Judges that a spoiled delivery is refused. @throws Inconclusive if the right one is refused too. */
export async function judgeRefused(context: ReceiverContext, { spoiled, control, what, controlFirst }: RefusalCase): Promise<void> {
  if (controlFirst) await acceptedControl(context, control);
  const reception = await context.deliver(spoiled);
  judgeRefusal(context, reception, what);
  if (!controlFirst) await acceptedControl(context, control);
}

export function judgeRefusal(context: ReceiverContext, { accepted, answered }: Reception, what: string): void {
  context.judge(!accepted, { message: `The delivery must be refused: ${what}.`, expected: 'any status but 2xx', actual: answered });
}

/** A refusal proves something only if the right delivery is accepted. @throws Inconclusive if it is not */
export async function acceptedControl(context: ReceiverContext, control: OutgoingDelivery): Promise<void> {
  const { accepted, answered } = await context.deliver(control);
  if (!accepted)
    throw new Inconclusive(
      `a right delivery is not accepted either (${answered}): see RCV-01, and check that address, secret and header word are the receiver's`,
    );
}
