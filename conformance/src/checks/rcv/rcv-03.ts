import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { judgeSpoilings } from '../../scenarios/receptions/spoiling.ts';
import { wrongSignatures } from '../../scenarios/receptions/wrong-signatures.ts';

/** RCV-03: a v2 that is not the whole HMAC of timestamp, point and body under the webhook's secret is refused. */
export const rcv03: Check<ReceiverContext> = receiverCheck('RCV-03', { isolation: 'shared', weight: 3 }, async (context) => {
  await judgeSpoilings(context, wrongSignatures, 100);
});
