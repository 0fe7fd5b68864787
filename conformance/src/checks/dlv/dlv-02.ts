import { type Check, check } from '../../model/check.ts';
import { answeredDeliveries, mayStillCome, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

/** DLV-02: any answer but 2xx is retried, redirects too, for every event and for webhooks of every company. */
export const dlv02: Check = check('DLV-02', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const { refusing, complete } = await answeredDeliveries(context);
  // An event that never came has nothing to retry.
  const refused = refusing.filter(({ attempts }) => attempts.length > 0);
  // If nothing at all was retried, real time was too short, or the target never retries, which DLV-04 judges.
  if (!complete && refused.every(({ attempts }) => attempts.length === 1)) throw tooEarly('no retry came');
  for (const delivery of refused) {
    if (!complete && mayStillCome(delivery, refused)) continue;
    const { name, event, attempts } = delivery;
    context.judge(attempts.length > 1, {
      message: `A delivery answered ${name} must be retried (${event}).`,
      expected: 'another attempt',
      actual: 'none',
      about: { 'the only attempt to deliver it': attempts },
    });
  }
});
