import { type Check, check } from '../../model/check.ts';
import { answeredDeliveries, ofOneEvent, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

/** The attempt that was confirmed, and one stray duplicate. */
const MOST_ATTEMPTS = 2;

/** DLV-01: any 2xx answer confirms: the retries end. */
export const dlv01: Check = check('DLV-01', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const { confirming, refusing } = await answeredDeliveries(context);
  // The control: retries did come while they were waited for.
  const retried = refusing.some(({ attempts }) => attempts().length > 1);
  if (!retried) throw tooEarly('no retry came to a refused delivery, so that none can be missed here');
  for (const subscription of confirming) {
    const attempts = ofOneEvent(subscription).length;
    context.judge(attempts <= MOST_ATTEMPTS, {
      message: `${subscription.name} must confirm a delivery (${subscription.event()}).`,
      expected: 'no retry (one stray duplicate is tolerated)',
      actual: `${attempts} attempts`,
      about: { 'an attempt to deliver it': subscription.attempts() },
    });
  }
});
