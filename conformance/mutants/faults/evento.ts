import { createHmac } from 'node:crypto';
import type { DeliveryFault } from '../mutant.ts';
import { bodyOf, headerOf, withHeader } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';

export type Evento = Record<string, unknown>;

/** The attempt with another Evento and a correct signature. */
export function withEvento(delivery: Delivered, evento: unknown): Delivered {
  const body = JSON.stringify(evento);
  const timestamp = /t=(\d+)/.exec(headerOf(delivery, 'Service-Signature') ?? '')?.[1] ?? '';
  const v2 = createHmac('sha256', delivery.secret).update(`${timestamp}.${body}`).digest('hex');
  return { ...withHeader(delivery, 'Service-Signature', `t=${timestamp},v2=${v2}`), body };
}

/** A fault that changes every Evento. */
export function eventoChanged(change: (evento: Evento, delivery: Delivered) => unknown): () => DeliveryFault {
  return () => async (delivery, deliver) => await deliver(withEvento(delivery, change(bodyOf(delivery), delivery)));
}
