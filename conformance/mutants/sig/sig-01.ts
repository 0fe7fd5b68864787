import { changed, headerChanged, SIGNATURE_HEADER } from '../faults/signatures.ts';
import type { Mutant } from '../mutant.ts';

/** Faulty services that the check of SIG-01 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'SIG-01-no-timestamp', mustBreak: ['SIG-01'], deliveryFault: headerChanged((value) => value.replace(/t=\d+,/, '')) },
  {
    id: 'SIG-01-retries-are-not-signed',
    mustBreak: ['SIG-01'],
    deliveryFault: changed((delivery) =>
      delivery.earlierAttempts.length === 0
        ? delivery
        : { ...delivery, headers: delivery.headers.filter(([name]) => name.toLowerCase() !== 'service-signature') },
    ),
  },
  {
    id: 'SIG-01-two-lines',
    mustBreak: ['SIG-01'],
    deliveryFault: changed((delivery) => ({ ...delivery, headers: [...delivery.headers, [SIGNATURE_HEADER, 'v1=old']] })),
  },
];
