import { type Check, timelineCheck } from '../../model/check.ts';
import { answeredDeliveries } from '../../scenarios/retries/answered-deliveries.ts';

/** DLV-09: redirects are not followed. That private addresses are refused cannot be seen where the suite itself is reached at one. */
export const dlv09: Check = timelineCheck('DLV-09', async (trial) => {
  const { elsewhere } = await answeredDeliveries(trial);
  const requests = elsewhere.deliveries.length;
  trial.judge(requests === 0, {
    message: 'A redirect must not be followed.',
    expected: 'nothing at its Location',
    actual: `${requests} requests there`,
  });
});
