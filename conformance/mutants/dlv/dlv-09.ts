import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'follows-redirects': {
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, follow: true }),
  },
};
