import { answerTakenFor, isOf } from '../faults/attempts.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of DLV-01 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'DLV-01-accepted-is-not-confirmed',
    mustBreak: ['DLV-01'],
    deliveryFault: answerTakenFor((status) => (status === 202 ? 500 : status)),
  },
  {
    id: 'DLV-01-only-known-successes',
    mustBreak: ['DLV-01'],
    deliveryFault: answerTakenFor((status) => (status > 206 && status < 300 ? 500 : status)),
  },
  {
    id: 'DLV-01-203-is-not-a-confirmation',
    mustBreak: ['DLV-01'],
    deliveryFault: () => async (delivery, deliver) => {
      const status = await deliver(delivery);
      return status === 203 ? 500 : status;
    },
  },
  {
    id: 'DLV-01-299-confirms-no-deletion',
    mustBreak: ['DLV-01'],
    deliveryFault: answerTakenFor((status, delivery) => (status === 299 && isOf(delivery, 'Anagrafica.Delete') ? 500 : status)),
  },
  {
    id: 'DLV-01-an-informational-answer-counts',
    mustBreak: ['DLV-01'],
    deliveryFault: () => async (delivery, deliver) => {
      const status = await deliver({ ...delivery, takesFirstStatus: true });
      return status < 200 ? 500 : status;
    },
  },
  {
    id: 'DLV-01-an-answer-without-a-length-is-none',
    mustBreak: ['DLV-01'],
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, needsLength: true }),
  },
];
