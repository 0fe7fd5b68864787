import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { agesOf } from '../../scenarios/receptions/ages.ts';
import { judgeForms } from '../../scenarios/receptions/forms.ts';
import { nowSeconds } from '../../sender/signed-delivery.ts';

/** RCV-09: a timestamp older than the tolerance is refused, even with a right signature. */
export const rcv09: Check<ReceiverContext> = receiverCheck('RCV-09', { isolation: 'shared', weight: 2 }, async (context) => {
  const { beyond, anyBeyond, aged } = agesOf(context);
  const examples = [beyond, beyond + 1, 2 * beyond, beyond + 3600, beyond + 86_400, beyond + 31_557_600, nowSeconds()];
  await judgeForms(context, 'refuse', examples.map(aged), { runs: 40, drawn: anyBeyond.map(aged) });
});
