import { type Check, check } from '../../model/check.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { signature } from '../../scenarios/deliveries/signed-by.ts';
import { judgedAttempts } from '../../scenarios/events/judged-attempts.ts';

/** SIG-05: v2 is lower-case hex, t whole Unix seconds. */
export const sig05: Check = check('SIG-05', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  for (const { attempt } of await judgedAttempts(context)) {
    const parts = signature(context, attempt);
    for (const value of parts?.signatures ?? []) {
      context.judge(/^[0-9a-f]{64}$/.test(value), {
        message: 'v2 must be lower-case hex.',
        expected: '64 characters of 0-9a-f',
        actual: value,
        about: { [JUDGED]: attempt },
      });
    }
    for (const value of parts?.timestamps ?? []) {
      context.judge(/^\d{9,10}$/.test(value), {
        message: 't must be whole Unix seconds.',
        expected: 'digits only, in seconds',
        actual: value,
        about: { [JUDGED]: attempt },
      });
    }
  }
  if (context.judgements === 0) throw new Inconclusive('no delivery carried t and v2');
});
