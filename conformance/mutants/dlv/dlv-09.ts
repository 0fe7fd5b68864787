import { delivering } from '../faults/attempts.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'follows-redirects': { deliveryFault: delivering((delivery) => ({ ...delivery, follow: true })) },
};
