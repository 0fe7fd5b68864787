import { answeredDeliveries, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';

const mostRetries = 5;

/** DLV-04: at least one and at most five retries, then none. */
export const dlv04: Check = exclusiveCheck('DLV-04', async (trial) => {
  const { endless, complete } = await answeredDeliveries(trial);
  const retries = endless.map(({ name, attempts }) => ({ name, count: attempts().length - 1 }));
  if (!complete && retries.every(({ count }) => count <= mostRetries))
    throw tooEarly(`${retries.map(({ count }) => count).join(' and ')} retries were seen, and more may come`);
  for (const { name, count } of retries) {
    trial.judge(count >= 1 && count <= mostRetries, {
      message: `A delivery to ${name} must be retried, up to five times.`,
      expected: '1 to 5 retries',
      actual: `${count} retries`,
    });
  }
});
