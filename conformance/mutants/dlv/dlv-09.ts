import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of DLV-09 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'DLV-09-follows-redirects',
    mustBreak: ['DLV-09'],
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, follow: true }),
  },
];
