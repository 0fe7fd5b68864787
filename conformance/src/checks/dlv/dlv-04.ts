import { type Check, check } from '../../model/check.ts';
import { mayBeDuplicate } from '../../scenarios/deliveries/duplicate.ts';
import { answeredDeliveries, ofOneEvent, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

const MOST_RETRIES = 5;

/** DLV-04: at least one and at most five retries, then none, however the attempts are refused. */
export const dlv04: Check = check('DLV-04', { isolation: 'clock', weight: 1 }, async (context) => {
  const { endless, complete } = await answeredDeliveries(context);
  const begun = endless.filter(({ attempts }) => attempts().length > 0);
  const retries = begun.map((subscription) => {
    const ofOne = ofOneEvent(subscription);
    const duplicates = ofOne.filter((_attempt, index, all) => mayBeDuplicate(context, all, index)).length;
    return { name: subscription.name, count: subscription.attempts().length - 1, certain: ofOne.length - 1 - duplicates };
  });
  if (!complete && retries.every(({ certain }) => certain <= MOST_RETRIES))
    throw tooEarly(`${[...new Set(retries.map(({ count }) => count))].join(' and ')} retries were seen, and more may come`);
  for (const { name, count, certain } of retries) {
    context.judge(count >= 1 && certain <= MOST_RETRIES, {
      message: `A delivery to ${name} must be retried, up to five times.`,
      expected: '1 to 5 retries',
      actual: `${count} retries`,
    });
  }
});
