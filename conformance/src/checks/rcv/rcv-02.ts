import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { changedBodies } from '../../scenarios/receptions/changed-bodies.ts';
import { judgeSpoilings } from '../../scenarios/receptions/spoiling.ts';

/** RCV-02: a body that differs from the signed one by a single byte is refused, wherever it differs. */
export const rcv02: Check<ReceiverContext> = receiverCheck('RCV-02', { isolation: 'shared', weight: 3 }, async (context) => {
  await judgeSpoilings(context, changedBodies, 100);
});
