import { createHmac } from 'node:crypto';
import type { NewDeliveryFault } from '../mutant.ts';
import { bodyOf, headerOf, withHeader } from '../peer/message.ts';
import type { Delivered } from '../peer/relay.ts';
import { delivering } from './attempts.ts';

export type Evento = Record<string, unknown>;

/** The attempt with another Evento and a correct signature. */
export function withEvento(delivery: Delivered, evento: unknown): Delivered {
  const body = JSON.stringify(evento);
  const timestamp = /t=(\d+)/.exec(headerOf(delivery, 'Service-Signature') ?? '')?.[1] ?? '';
  const v2 = createHmac('sha256', delivery.secret).update(`${timestamp}.${body}`).digest('hex');
  return { ...withHeader(delivery, 'Service-Signature', `t=${timestamp},v2=${v2}`), body };
}

/** A fault that changes every Evento. */
export function eventoChanged(change: (evento: Evento, delivery: Delivered) => unknown): NewDeliveryFault {
  return delivering((delivery) => withEvento(delivery, change(bodyOf(delivery), delivery)));
}

export function objectOf({ Object: object }: Evento): Evento {
  return (object ?? {}) as Evento;
}

/** The company and the id of the object, which name it in events. */
export function subjectOf(evento: Evento): string {
  return `${evento.CompanyId} ${objectOf(evento).id}`;
}

/** A fault that changes the object in some events. @param types how their types begin */
export function objectTold(types: string, change: (object: Evento) => Evento): NewDeliveryFault {
  return eventoChanged((evento) => (String(evento.Type).startsWith(types) ? { ...evento, Object: change(objectOf(evento)) } : evento));
}
