import { delivering } from '../faults/attempts.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'another-sender': { deliveryFault: delivering((delivery) => ({ ...delivery, from: '127.0.0.2' })) },
};
