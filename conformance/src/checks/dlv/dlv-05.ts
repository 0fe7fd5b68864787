import { answeredDeliveries, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, exclusiveCheck } from '../../run/check.ts';

/** One duplicate after a confirmation is tolerated. */
const stray = 1;

/** DLV-05: retries stop at the first 2xx. */
export const dlv05: Check = exclusiveCheck('DLV-05', async (trial) => {
  const { confirmedAt } = await answeredDeliveries(trial);
  const confirmed = confirmedAt.filter(({ attempts, attempt }) => attempts().length >= attempt);
  if (confirmed.length === 0) throw tooEarly('the retries that were to be confirmed did not come');
  for (const { name, attempts, attempt } of confirmed) {
    const after = attempts().length - attempt;
    trial.judge(after <= stray, {
      message: `Retries must stop when ${name} is confirmed.`,
      expected: 'no further attempt',
      actual: `${after} further attempts`,
    });
  }
});
