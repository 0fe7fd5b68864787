import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { agesOf } from '../../scenarios/receptions/ages.ts';
import { judgeForms } from '../../scenarios/receptions/forms.ts';

/** RCV-10: a timestamp within the tolerance of now is accepted, whether before or after it. */
export const rcv10: Check<ReceiverContext> = receiverCheck('RCV-10', { isolation: 'shared', weight: 2 }, async (context) => {
  const { within, aged } = agesOf(context);
  const examples = [within, -within, Math.ceil(within / 2), -Math.ceil(within / 2), 2, -2];
  await judgeForms(context, 'accept', examples.map(aged), { runs: 60, drawn: fc.integer({ min: -within, max: within }).map(aged) });
});
