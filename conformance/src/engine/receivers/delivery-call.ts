import { headerNames } from '../../api/header-names.ts';
import type { Call } from '../../model/exchange.ts';
import type { OutgoingDelivery, ReceiverTarget } from '../../model/receiver-context.ts';

/** The request that sends a delivery to the receiver. */
export function deliveryCall({ url, headerWord }: ReceiverTarget, { body, signature }: OutgoingDelivery): Call {
  const name = headerNames(headerWord).signature;
  return {
    method: 'POST',
    url,
    headers: [['Content-Type', 'application/json'], ...(signature === undefined ? [] : [[name, signature] as const])],
    body,
  };
}
