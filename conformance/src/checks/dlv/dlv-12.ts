import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { type AnsweredDeliveries, answeredDeliveries, mayStillCome, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';
import type { DroppedDelivery } from '../../scenarios/retries/dropped-events.ts';
import type { MovedDelivery } from '../../scenarios/retries/moving-webhook.ts';

/** DLV-12: a retry goes to the current Url of its webhook, and only while the webhook asks for its event, whatever the event. */
export const dlv12: Check = check('DLV-12', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const answered = await answeredDeliveries(context);
  for (const delivery of answered.dropped) judgeDropped(context, answered, delivery);
  const moved = answered.moved();
  for (const delivery of moved) {
    judgeStray(context, delivery);
    if (isDue(answered, delivery)) judgeMissing(context, delivery);
  }
  if (moved.some(({ after }) => after.length > 0)) return;
  if (moved.some(({ before }) => before.length > 1))
    throw new Inconclusive('retries came before the Url of their webhook was changed, and none came after');
  throw tooEarly('no retry came after the Url of its webhook was changed');
});

/** Whether a retry is overdue: another webhook got a retry of the same event, and none came here before the Url was changed. */
function isDue({ endless, complete }: AnsweredDeliveries, delivery: MovedDelivery): boolean {
  // If nothing is retried, or not this event, DLV-04 or DLV-02 judges that.
  const alike = endless.filter(({ event }) => event() === delivery.event());
  const isRetried = alike.some(({ attempts }) => attempts().length > 1);
  return isRetried && delivery.before.length === 1 && (complete || !mayStillCome(delivery, alike));
}

function judgeStray(context: CheckContext, { event, before, stray, after }: MovedDelivery): void {
  context.judge(stray.length === 0, {
    message: `A retry must go to the current Url of its webhook (${event()}).`,
    expected: 'nothing at the old Url',
    actual: `${stray.length} attempts there after the Url was changed`,
    about: { 'was refused before the Url was changed': before, 'came to the old Url': stray, 'came to the new Url': after },
  });
}

/** The control: other deliveries, which are never confirmed, were retried meanwhile. */
function judgeDropped(context: CheckContext, { endless }: AnsweredDeliveries, { event, before, stray }: DroppedDelivery): void {
  if (endless.every(({ attempts }) => attempts().length < 2)) return;
  context.judge(stray.length === 0, {
    message: `An event must not be retried after its webhook stops asking for its type (${event()}).`,
    expected: 'nothing',
    actual: `${stray.length} attempts after the webhook was changed`,
    about: { 'was refused before the webhook was changed': before, 'came after the webhook was changed': stray },
  });
}

function judgeMissing(context: CheckContext, { event, before, after }: MovedDelivery): void {
  context.judge(after.length > 0, {
    message: `An event that waits for a retry must be retried at the new Url of its webhook (${event()}).`,
    expected: 'another attempt',
    actual: 'none',
    about: { 'was refused before the Url was changed': before },
  });
}
