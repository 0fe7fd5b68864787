import { answeredDeliveries, tooEarly } from '../../probe/answered-deliveries.ts';
import { type Check, timelineCheck } from '../../run/check.ts';

/** DLV-02: any answer but 2xx is retried, redirects too. */
export const dlv02: Check = timelineCheck('DLV-02', async (trial) => {
  const { refusing, complete } = await answeredDeliveries(trial);
  // Where nothing at all was retried, real time was too short, or nothing ever is: that is DLV-04.
  if (!complete && refusing.every(({ attempts }) => attempts().length === 1)) throw tooEarly('no retry came');
  for (const { name, attempts } of refusing) {
    trial.judge(attempts().length > 1, {
      message: `A delivery answered ${name} must be retried.`,
      expected: 'another attempt',
      actual: 'none',
    });
  }
});
