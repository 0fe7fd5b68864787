import { answerTakenFor } from '../faults/attempts.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of DLV-05 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'DLV-05-confirmation-of-a-retry-unheard',
    mustBreak: ['DLV-05'],
    deliveryFault: answerTakenFor((status, { earlierAttempts }) =>
      status >= 200 && status < 300 && earlierAttempts.length > 0 ? 500 : status,
    ),
  },
];
