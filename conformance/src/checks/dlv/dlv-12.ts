import { type Check, check } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { answeredDeliveries, mayStillCome, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

/** DLV-12: a retry goes to the current Url of its webhook, and only while the webhook asks for its event, whatever the event. */
export const dlv12: Check = check('DLV-12', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const { dropped, moved, whyUnmoved, endless, complete } = await answeredDeliveries(context);
  // The control: other deliveries, which are never confirmed, were retried meanwhile.
  for (const { name, event, before, stray } of endless.some(({ attempts }) => attempts.length > 1) ? dropped : [])
    context.judge(stray.length === 0, {
      message: `${name} must not get a retry of an event that it no longer asks for (${event}).`,
      expected: 'nothing',
      actual: `${stray.length} attempts after the webhook was changed`,
      about: { 'was refused before the webhook was changed': before, 'came after the webhook was changed': stray },
    });
  if (whyUnmoved) throw whyUnmoved;
  for (const delivery of moved) {
    const { event, before, stray, after } = delivery;
    context.judge(stray.length === 0, {
      message: `A retry must go to the current Url of its webhook (${event}).`,
      expected: 'nothing at the old Url',
      actual: `${stray.length} attempts there after the Url was changed`,
      about: { 'was refused before the Url was changed': before, 'came to the old Url': stray, 'came to the new Url': after },
    });
    // If nothing is retried, or not this event, DLV-04 or DLV-02 judges that.
    const alike = endless.filter((other) => other.event === event);
    if (alike.every(({ attempts }) => attempts.length < 2) || before.length !== 1) continue;
    context.judge(after.length > 0 || (!complete && mayStillCome(delivery, alike)), {
      message: `An event that waits for a retry must be retried at the new Url of its webhook (${event}).`,
      expected: 'another attempt',
      actual: 'none',
      about: { 'was refused before the Url was changed': before },
    });
  }
  if (moved.some(({ after }) => after.length > 0)) return;
  if (moved.some(({ before }) => before.length > 1))
    throw new Inconclusive('retries came before the Url of their webhook was changed, and none came after');
  throw tooEarly('no retry came after the Url of its webhook was changed');
});
