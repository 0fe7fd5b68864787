import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { anyHistory, exampleHistories } from '../../scenarios/receptions/duplicate-histories.ts';
import { EventLog } from '../../scenarios/receptions/event-log.ts';

/** RCV-13: an event is processed once and answered 2xx each time; different events are each processed; what was refused has no effect. */
export const rcv13: Check<ReceiverContext> = receiverCheck('RCV-13', { isolation: 'shared', weight: 4 }, async (context) => {
  const log = new EventLog(context);
  await context.forAll(anyHistory, 40, (history) => log.play(history), exampleHistories);
  await log.judgeEffects();
});
