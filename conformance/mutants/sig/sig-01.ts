import { delivering } from '../faults/attempts.ts';
import { headerChanged, SIGNATURE_HEADER } from '../faults/signatures.ts';
import type { Mutants } from '../mutant.ts';

export const mutants: Mutants = {
  'no-timestamp': { deliveryFault: headerChanged((value) => value.replace(/t=\d+,/, '')) },
  'retries-are-not-signed': {
    deliveryFault: delivering((delivery) =>
      delivery.earlierAttempts.length === 0
        ? delivery
        : { ...delivery, headers: delivery.headers.filter(([name]) => name.toLowerCase() !== 'service-signature') },
    ),
  },
  'two-lines': { deliveryFault: delivering((delivery) => ({ ...delivery, headers: [...delivery.headers, [SIGNATURE_HEADER, 'v1=old']] })) },
};
