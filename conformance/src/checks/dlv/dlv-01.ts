import { type Check, check } from '../../model/check.ts';
import { answeredDeliveries, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

/** The attempt that was confirmed, and one stray duplicate. */
const MOST_ATTEMPTS = 2;

/** DLV-01: any 2xx answer confirms, and so ends the retries. */
export const dlv01: Check = check('DLV-01', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const { confirming, refusing } = await answeredDeliveries(context);
  // The control: refused deliveries were retried meanwhile.
  const retried = refusing.some(({ attempts }) => attempts.length > 1);
  if (!retried) throw tooEarly('no refused delivery was retried');
  for (const { name, event, attempts, ofOneEvent } of confirming) {
    context.judge(ofOneEvent.length <= MOST_ATTEMPTS, {
      message: `A delivery answered ${name} must not be retried (${event}).`,
      expected: 'no retry (one stray duplicate is tolerated)',
      actual: `${ofOneEvent.length} attempts`,
      about: { 'an attempt to deliver it': attempts },
    });
  }
});
