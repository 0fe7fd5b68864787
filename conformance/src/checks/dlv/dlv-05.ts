import { answeredDeliveries, tooEarly } from '../../probe/answered-deliveries.ts';
import { mayBeDuplicate } from '../../probe/duplicate.ts';
import { type Check, timelineCheck } from '../../run/check.ts';
import { Inconclusive } from '../../run/verdict.ts';

/** One duplicate after a confirmation is tolerated. */
const stray = 1;

/** DLV-05: retries stop at the first 2xx. */
export const dlv05: Check = timelineCheck('DLV-05', async (trial) => {
  const { confirmedAt } = await answeredDeliveries(trial);
  const confirmed = confirmedAt.filter(({ attempts, attempt }) => attempts().length >= attempt);
  if (confirmed.length === 0) throw tooEarly('the retries that were to be confirmed did not come');
  // Of two deliveries of one event, one was confirmed and the other refused: it is retried with right.
  const single = confirmed.filter(
    ({ attempts, attempt }) => !attempts().some((_one, index, all) => index < attempt && mayBeDuplicate(trial, all, index)),
  );
  if (single.length === 0) throw new Inconclusive('attempts came so close together that a retry cannot be told from a duplicate');
  for (const { name, attempts, attempt } of single) {
    const after = attempts().length - attempt;
    trial.judge(after <= stray, {
      message: `Retries must stop when ${name} is confirmed.`,
      expected: 'no further attempt',
      actual: `${after} further attempts`,
    });
  }
});
