import { changed, headerChanged, signed, timestampOf } from '../faults/signatures.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of SIG-05 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'SIG-05-upper-case',
    mustBreak: ['SIG-05'],
    deliveryFault: headerChanged((value) => value.replace(/v2=\w+/, (element) => `v2=${element.slice(3).toUpperCase()}`)),
  },
  {
    id: 'SIG-05-milliseconds',
    mustBreak: ['SIG-05'],
    deliveryFault: changed((delivery) => signed(delivery, { timestamp: `${timestampOf(delivery)}000` })),
  },
];
