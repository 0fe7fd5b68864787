import { type Check, timelineCheck } from '../../model/check.ts';
import { mayBeDuplicate } from '../../scenarios/deliveries/duplicate.ts';
import { answeredDeliveries, ofOneEvent, tooEarly } from '../../scenarios/retries/answered-deliveries.ts';

const mostRetries = 5;

/** DLV-04: at least one and at most five retries, then none, however the attempts are refused. */
export const dlv04: Check = timelineCheck('DLV-04', async (trial) => {
  const { endless, complete } = await answeredDeliveries(trial);
  const begun = endless.filter(({ attempts }) => attempts().length > 0);
  const retries = begun.map((listener) => {
    const ofOne = ofOneEvent(listener);
    const duplicates = ofOne.filter((_attempt, index, all) => mayBeDuplicate(trial, all, index)).length;
    return { name: listener.name, count: listener.attempts().length - 1, certain: ofOne.length - 1 - duplicates };
  });
  if (!complete && retries.every(({ certain }) => certain <= mostRetries))
    throw tooEarly(`${[...new Set(retries.map(({ count }) => count))].join(' and ')} retries were seen, and more may come`);
  for (const { name, count, certain } of retries) {
    trial.judge(count >= 1 && certain <= mostRetries, {
      message: `A delivery to ${name} must be retried, up to five times.`,
      expected: '1 to 5 retries',
      actual: `${count} retries`,
    });
  }
});
