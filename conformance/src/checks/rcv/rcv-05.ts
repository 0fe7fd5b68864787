import fc from 'fast-check';
import { type Check, receiverCheck } from '../../model/check.ts';
import type { ReceiverContext } from '../../model/receiver-context.ts';
import { type Form, judgeForms } from '../../scenarios/receptions/forms.ts';
import { headerOf } from '../../sender/signed-delivery.ts';

/** Schemes other than v2, and prefixes that are easily mistaken for it. */
const prefixes = ['v1', 'v3', 'v20', 'v0', 'v12', 'v22', 'v200', 'xv2', 'v', '2', 'sv2', 'v2x'];
const numbers = fc.sample(fc.integer({ min: 4, max: 100_000 }), { seed: 2, numRuns: 4 });

const ways: readonly Form[] = [...prefixes, ...numbers.map((number) => `v${number}`)].flatMap((prefix): readonly Form[] => [
  {
    what: `its only signature has the prefix ${prefix}`,
    make: ({ timestamp, v2 }) => ({ signature: headerOf(['t', timestamp], [prefix, v2]) }),
  },
  {
    what: `its right signature has the prefix ${prefix}, and its v2 is wrong`,
    make: ({ timestamp, v2 }) => ({ signature: headerOf(['t', timestamp], ['v2', [...v2].reverse().join('')], [prefix, v2]) }),
  },
]);

/** RCV-05: only v2 counts: a right signature under another scheme is refused. */
export const rcv05: Check<ReceiverContext> = receiverCheck('RCV-05', { isolation: 'shared', weight: 2 }, async (context) => {
  await judgeForms(context, 'refuse', ways, { runs: 60 });
});
