import { SIGNATURE_TOLERANCE_MS } from '../../generated/limits.ts';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { agesOf } from '../../scenarios/receptions/ages.ts';
import { judgeForms } from '../../scenarios/receptions/forms.ts';

/** RCV-19: the receiver keeps its configured tolerance: it accepts an age just below, and refuses one just above. */
export const rcv19: Check<ReceiverContext> = receiverCheck('RCV-19', { isolation: 'shared', weight: 1 }, async (context) => {
  const { within, beyond, aged } = agesOf(context);
  await judgeForms(context, 'accept', [aged(within)], { runs: 1 });
  await judgeForms(context, 'refuse', [aged(beyond)], { runs: 1 });
  if (context.target.toleranceSeconds * 1000 === SIGNATURE_TOLERANCE_MS)
    context.leaveUnjudged('whether the tolerance can be configured: start the receiver with another one, and name it by --tolerance');
});
