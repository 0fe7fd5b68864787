import { createHmac } from 'node:crypto';
import type { DeliveryFault } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

export const SIGNATURE_HEADER = 'Service-Signature';

export function timestampOf(delivery: Pick<Delivered, 'headers'>): string {
  return /t=(\d+)/.exec(headerOf(delivery, SIGNATURE_HEADER) ?? '')?.[1] ?? '';
}

export interface Signing {
  readonly timestamp?: string;
  readonly secret?: string;
  /** The text to sign instead of timestamp, point and body. */
  readonly text?: string | Buffer;
}

export function signed(delivery: Delivered, { timestamp = timestampOf(delivery), secret = delivery.secret, text }: Signing): Delivered {
  const v2 = createHmac('sha256', secret)
    .update(text ?? `${timestamp}.${delivery.body}`)
    .digest('hex');
  return withHeader(delivery, SIGNATURE_HEADER, `t=${timestamp},v2=${v2}`);
}

/** A fault that changes every attempt. */
export function changed(change: (delivery: Delivered) => Delivered): () => DeliveryFault {
  return () => async (delivery, deliver) => await deliver(change(delivery));
}

export function headerChanged(change: (value: string) => string): () => DeliveryFault {
  return changed((delivery) => withHeader(delivery, SIGNATURE_HEADER, change(headerOf(delivery, SIGNATURE_HEADER) ?? '')));
}
