import { type Check, check } from '../../model/check.ts';
import { mayBeDuplicate } from '../../scenarios/deliveries/duplicate.ts';
import { answeredDeliveries, ofOneEvent, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

/** One duplicate after a confirmation is tolerated. */
const STRAY = 1;

/** DLV-05: retries stop at the first 2xx. */
export const dlv05: Check = check('DLV-05', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const { confirmedAt } = await answeredDeliveries(context);
  const deliveries = confirmedAt.map((subscription) => ({ ...subscription, attempts: ofOneEvent(subscription) }));
  const confirmed = deliveries.filter(({ attempts, attempt }) => attempts.length >= attempt);
  if (confirmed.length === 0) throw tooEarly('no retry came that the suite could confirm');
  for (const { name, event, attempts, attempt } of confirmed) {
    const after = attempts.filter((_one, index, all) => index >= attempt && !mayBeDuplicate(context, all, index)).length;
    context.judge(after <= STRAY, {
      message: `Retries must stop when ${name} is confirmed (${event()}).`,
      expected: 'no further attempt (one stray duplicate is tolerated)',
      actual: `${after} further attempts`,
      about: { 'an attempt to deliver it': attempts },
    });
  }
});
