import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of DLV-06 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'DLV-06-another-sender',
    mustBreak: ['DLV-06'],
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, from: '127.0.0.2' }),
  },
];
