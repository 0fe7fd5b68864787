import { type Check, exclusiveCheck } from '../../model/check.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { judgedDeliveries, signature } from '../../scenarios/events/judged-deliveries.ts';

/** SIG-05: v2 is lower-case hex, t whole Unix seconds. */
export const sig05: Check = exclusiveCheck('SIG-05', async (trial) => {
  for (const { delivery } of await judgedDeliveries(trial)) {
    const parts = signature(trial, delivery);
    for (const value of parts?.signatures ?? []) {
      trial.judge(/^[0-9a-f]{64}$/.test(value), {
        message: 'v2 must be lower-case hex.',
        expected: '64 characters of 0-9a-f',
        actual: value,
      });
    }
    for (const value of parts?.timestamps ?? []) {
      trial.judge(/^\d{9,10}$/.test(value), {
        message: 't must be whole Unix seconds.',
        expected: 'digits only, in seconds',
        actual: value,
      });
    }
  }
  if (trial.judgements === 0) throw new Inconclusive('no delivery carried t and v2');
});
