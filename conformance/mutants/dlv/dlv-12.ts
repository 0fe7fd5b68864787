import { isOf } from '../faults/attempts.ts';
import { markedByPut } from '../faults/marked-by-put.ts';
import type { Mutant } from '../mutant.ts';
import type { Delivered } from '../peer/relay.ts';

/** A service that sends some attempts to the Url of the first one, whatever the webhook has by then. */
function atFirstUrl(isKept: (delivery: Delivered) => boolean = () => true): Mutant['deliveryFault'] {
  return () => async (delivery, deliver) => {
    const [first = delivery] = delivery.earlierAttempts;
    return await deliver(isKept(delivery) ? { ...delivery, url: first.url } : delivery);
  };
}

/** Faulty services that the check of DLV-12 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'DLV-12-retries-go-to-the-first-url', mustBreak: ['DLV-12'], deliveryFault: atFirstUrl() },
  {
    id: 'DLV-12-the-next-attempt-goes-to-the-old-url',
    mustBreak: ['DLV-12'],
    deliveryFault: atFirstUrl(({ earlierAttempts }) => earlierAttempts.length === 1),
  },
  {
    id: 'DLV-12-what-is-issued-stays-with-the-first-url',
    mustBreak: ['DLV-12'],
    deliveryFault: atFirstUrl((delivery) => isOf(delivery, 'Documento.Emit')),
  },
  markedByPut(
    'DLV-12-a-new-url-gives-up-what-waits',
    ['DLV-12'],
    ({ Url }, { url }) => (Url === url ? undefined : 'moved'),
    () => async (delivery, deliver) => (delivery.earlierAttempts.length > 0 ? 204 : await deliver(delivery)),
  ),
];
