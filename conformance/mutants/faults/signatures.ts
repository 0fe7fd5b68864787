import { createHmac } from 'node:crypto';
import type { NewDeliveryFault } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';
import { delivering } from './attempts.ts';

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

export function headerChanged(change: (value: string) => string): NewDeliveryFault {
  return delivering((delivery) => withHeader(delivery, SIGNATURE_HEADER, change(headerOf(delivery, SIGNATURE_HEADER) ?? '')));
}
