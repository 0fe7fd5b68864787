import { changed, signed, timestampOf } from '../faults/signatures.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of SIG-04 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'SIG-04-timestamp-of-the-first-attempt',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: timestampOf(delivery.earlierAttempts[0] ?? delivery) })),
  },
  {
    id: 'SIG-04-ten-minutes-behind',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: String(Number(timestampOf(delivery)) - 600) })),
  },
  {
    id: 'SIG-04-local-time',
    mustBreak: ['SIG-04'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: String(Number(timestampOf(delivery)) + 7200) })),
  },
];
