import { createHmac } from 'node:crypto';
import type { OutgoingDelivery } from '../model/receiver-context.ts';
import { eventoOf, type SampleEvent } from './event.ts';

/** One element of a signature header: `[prefix, value]`. */
export type Element = readonly [prefix: string, value: string];

/** A correct delivery, with the parts of its signature. */
export interface SignedDelivery extends OutgoingDelivery {
  readonly timestamp: string;
  readonly v2: string;
}

/** The delivery of an event as the service sends it: compact JSON, `t` and then `v2`. */
export function signedDelivery(secret: string, event: SampleEvent, guid: string): SignedDelivery {
  return signedAnew(secret, { type: event.type, guid, body: JSON.stringify(eventoOf(event, guid)) });
}

/** The same event, with its JSON written in another way. */
export function rewritten(secret: string, delivery: SignedDelivery, write: (evento: object) => string): SignedDelivery {
  return signedAnew(secret, { ...delivery, body: write(JSON.parse(delivery.body)) });
}

/** The same body, signed at another time. @param ageSeconds negative for a timestamp in the future */
export function signedAnew(secret: string, delivery: Pick<OutgoingDelivery, 'type' | 'guid' | 'body'>, ageSeconds = 0): SignedDelivery {
  const { type, guid, body } = delivery;
  const timestamp = String(nowSeconds() - ageSeconds);
  const v2 = sign(secret, timestamp, body);
  return { type, guid, body, timestamp, v2, signature: headerOf(['t', timestamp], ['v2', v2]) };
}

/** The signature of a body: HMAC-SHA-256 over timestamp, full stop and bytes, in lower-case hex (D-08). */
export function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** The current time as signatures write it: whole Unix seconds. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** A signature header with these elements, in this order. */
export function headerOf(...elements: readonly Element[]): string {
  return elements.map(([prefix, value]) => `${prefix}=${value}`).join(',');
}
