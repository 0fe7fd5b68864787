import { answerTakenFor, delivering, isOf } from '../faults/attempts.ts';
import type { Mutants, NewDeliveryFault } from '../mutant.ts';
import type { Sent } from '../peer/relay.ts';

/** A service that takes some statuses for others. */
function countedAs(count: NonNullable<Sent['countedAs']>): NewDeliveryFault {
  return delivering((delivery) => ({ ...delivery, countedAs: count }));
}

export const mutants: Mutants = {
  'accepted-is-not-confirmed': { deliveryFault: answerTakenFor((status) => (status === 202 ? 500 : status)) },
  'only-known-successes': { deliveryFault: answerTakenFor((status) => (status > 206 && status < 300 ? 500 : status)) },
  '203-is-not-a-confirmation': { deliveryFault: answerTakenFor((status) => (status === 203 ? 500 : status)) },
  '299-confirms-no-deletion': {
    deliveryFault: answerTakenFor((status, delivery) => (status === 299 && isOf(delivery, 'Anagrafica.Delete') ? 500 : status)),
  },
  'an-answer-without-a-length-is-none': {
    deliveryFault: countedAs((status, headers) => {
      const hasLength = status === 204 || 'content-length' in headers || 'transfer-encoding' in headers;
      return hasLength ? status : 502;
    }),
  },
  'an-answer-with-a-location-is-a-redirect': { deliveryFault: countedAs((status, headers) => ('location' in headers ? 302 : status)) },
};
