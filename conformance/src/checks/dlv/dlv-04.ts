import { RETRIES_MAX } from '../../generated/limits.ts';
import { type Check, check } from '../../model/check.ts';
import { mayBeDuplicate } from '../../scenarios/deliveries/signed-by.ts';
import { answeredDeliveries, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

/** DLV-04: at least one retry and at most as many as the contract allows, then none, however the attempts are refused. */
export const dlv04: Check = check('DLV-04', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const { endless, complete } = await answeredDeliveries(context);
  const begun = endless.filter(({ attempts }) => attempts.length > 0);
  const retries = begun.map(({ name, event, attempts, ofOneEvent }) => {
    const duplicates = ofOneEvent.filter((_attempt, index, all) => mayBeDuplicate(context, all, index)).length;
    return { name, event, attempts, count: attempts.length - 1, certain: ofOneEvent.length - 1 - duplicates };
  });
  if (!complete && retries.every(({ certain }) => certain <= RETRIES_MAX))
    throw tooEarly(`${[...new Set(retries.map(({ count }) => count))].join(' and ')} retries were seen, and more may come`);
  for (const { name, event, attempts, count, certain } of retries) {
    context.judge(count >= 1 && certain <= RETRIES_MAX, {
      message: `A delivery to ${name} must be retried, up to ${RETRIES_MAX} times (${event}).`,
      expected: `1 to ${RETRIES_MAX} retries`,
      actual: `${count} retries`,
      about: { 'an attempt to deliver it': attempts },
    });
  }
});
