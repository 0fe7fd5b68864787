import { type Evento, withEvento } from '../faults/evento.ts';
import type { DeliveryFault } from '../mutant.ts';
import { bodyOf, withHeader } from '../peer/message.ts';
import type { Deliver, Delivered } from '../peer/relay.ts';
import type { EventTemplate } from './template.ts';

/** A fault in the deliveries of one event type. */
function ofType(type: string, handle: (delivery: Delivered, deliver: Deliver) => Promise<number>): DeliveryFault {
  return async (delivery, deliver) => (bodyOf(delivery).Type === type ? await handle(delivery, deliver) : await deliver(delivery));
}

function saying(change: (evento: Evento, delivery: Delivered) => Evento): EventTemplate['deliveryFault'] {
  return (type) => () => ofType(type, async (delivery, deliver) => await deliver(withEvento(delivery, change(bodyOf(delivery), delivery))));
}

const objectOf = ({ Object: object }: Evento): Evento => object as Evento;

/** Faults in what is delivered of one type. */
export const events: readonly EventTemplate[] = [
  {
    rule: 'EVT-03',
    name: 'the-object-is-its-id-alone',
    deliveryFault: saying((evento) => ({ ...evento, Object: { id: objectOf(evento).id } })),
  },
  {
    rule: 'EVT-04',
    name: 'each-attempt-is-an-event',
    deliveryFault: saying((evento, { earlierAttempts }) => ({
      ...evento,
      EventGuid: earlierAttempts.length === 0 ? evento.EventGuid : crypto.randomUUID(),
    })),
  },
  {
    rule: 'EVT-05',
    name: 'names-another-company',
    deliveryFault: saying((evento) => ({ ...evento, CompanyId: Number(evento.CompanyId) + 1 })),
  },
  { rule: 'HDR-07', name: 'forgets-the-application-id', deliveryFault: saying((evento) => ({ ...evento, ApplicationId: null })) },
  {
    rule: 'SIG-02',
    name: 'is-signed-over-other-bytes',
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) => {
        const { headers } = withEvento(delivery, { ...bodyOf(delivery), signed: true });
        return await deliver({ ...delivery, headers });
      }),
  },
  {
    rule: 'SIG-01',
    name: 'is-not-signed',
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) => await deliver(withHeader(delivery, 'Service-Signature', 'v1=abc'))),
  },
];
