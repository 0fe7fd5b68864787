import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { acceptsPlain } from '../../scenarios/receptions/forms.ts';
import { exampleEvents } from '../../sender/event.ts';
import { signedDelivery } from '../../sender/signed-delivery.ts';

/** RCV-14: the 2xx comes quickly. A slow delivery gets a second try, since the machine may have been busy. */
export const rcv14: Check<ReceiverContext> = receiverCheck('RCV-14', { isolation: 'first', weight: 1 }, async (context) => {
  const { secret, answerWithinMs } = context.target;
  for (const event of context.some(exampleEvents)) {
    const first = await context.deliver(signedDelivery(secret, event, context.freshKey()));
    const last = first.durationMs <= answerWithinMs ? first : await context.deliver(signedDelivery(secret, event, context.freshKey()));
    if (!last.accepted) await acceptsPlain(context, signedDelivery(secret, event, context.freshKey()));
    context.judge(last.durationMs <= answerWithinMs, {
      message: `The receiver must answer a delivery of ${event.type} quickly, before complex work.`,
      expected: `an answer within ${answerWithinMs} ms (--answer-within)`,
      actual: `${last.answered} after ${first.durationMs} ms, and on a second try after ${last.durationMs} ms`,
    });
  }
});
