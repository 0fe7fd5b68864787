import { answerTakenFor, isOf } from '../faults/attempts.ts';
import type { Mutant } from '../mutant.ts';
import type { Sent } from '../peer/relay.ts';

/** A service that takes some statuses for others. */
function countedAs(count: NonNullable<Sent['countedAs']>): Mutant['deliveryFault'] {
  return () => async (delivery, deliver) => await deliver({ ...delivery, countedAs: count });
}

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
    id: 'DLV-01-an-answer-without-a-length-is-none',
    mustBreak: ['DLV-01'],
    deliveryFault: countedAs((status, headers) => {
      const hasLength = status === 204 || 'content-length' in headers || 'transfer-encoding' in headers;
      return hasLength ? status : 502;
    }),
  },
  {
    id: 'DLV-01-an-answer-with-a-location-is-a-redirect',
    mustBreak: ['DLV-01'],
    deliveryFault: countedAs((status, headers) => ('location' in headers ? 302 : status)),
  },
];
