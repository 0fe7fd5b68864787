import { type Check, check } from '../../model/check.ts';
import { answeredDeliveries } from '../../scenarios/retries/answered-deliveries.ts';

/** DLV-09: redirects are not followed. The suite cannot judge private addresses, since its own receiver may have one. */
export const dlv09: Check = check('DLV-09', { isolation: 'clock', weight: 1, awaitsDelivery: true }, async (context) => {
  const { elsewhere } = await answeredDeliveries(context);
  const requests = elsewhere.attempts.length;
  context.judge(requests === 0, {
    message: 'A redirect must not be followed.',
    expected: 'nothing at its Location',
    actual: `${requests} requests there`,
    about: { 'came to the Location of the redirect': elsewhere.attempts },
  });
});
