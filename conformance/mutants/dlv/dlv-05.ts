import { answerTakenFor } from '../faults/attempts.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'confirmation-of-a-retry-unheard': {
    deliveryFault: answerTakenFor((status, { earlierAttempts }) =>
      status >= 200 && status < 300 && earlierAttempts.length > 0 ? 500 : status,
    ),
  },
};
