import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'another-sender': {
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, from: '127.0.0.2' }),
  },
};
