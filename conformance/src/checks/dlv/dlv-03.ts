import { answeredDeliveries, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, timelineCheck } from '../../run/check.ts';

/** DLV-03: no answer is retried: a connection that is reset at once, or that says nothing until it is cut. */
export const dlv03: Check = timelineCheck('DLV-03', async (trial) => {
  const { silent, complete } = await answeredDeliveries(trial);
  if (!complete && silent.every(({ attempts }) => attempts().length === 1)) throw tooEarly('no retry came');
  for (const { name, attempts } of silent) {
    trial.judge(attempts().length > 1, { message: `A delivery to ${name} must be retried.`, expected: 'another attempt', actual: 'none' });
  }
});
