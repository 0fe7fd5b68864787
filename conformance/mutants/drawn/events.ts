import { RETRIES_MAX } from '../../src/generated/limits.ts';
import { type Evento, withEvento } from '../faults/evento.ts';
import { isOfDeleted, marksDeleted } from '../faults/given-up.ts';
import { heldUntilNext } from '../faults/held-events.ts';
import { logged, loggedAs, typeOf } from '../faults/logged-events.ts';
import { marksRedelivered } from '../faults/redeliveries.ts';
import { rounded } from '../faults/rounded.ts';
import { signed, timestampOf } from '../faults/signatures.ts';
import { onSmallChange } from '../faults/small-changes.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { DeliveryFault } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withBody, withHeader } from '../peer/message.ts';
import type { Deliver, Delivered } from '../peer/relay.ts';
import type { EventTemplate } from './template.ts';

/** A fault in the deliveries of one event type. */
function ofType(type: string, handle: (delivery: Delivered, deliver: Deliver) => Promise<number>): DeliveryFault {
  return async (delivery, deliver) => (bodyOf(delivery).Type === type ? await handle(delivery, deliver) : await deliver(delivery));
}

function saying(change: (evento: Evento, delivery: Delivered) => Evento): NonNullable<EventTemplate['deliveryFault']> {
  return (type) => () => ofType(type, async (delivery, deliver) => await deliver(withEvento(delivery, change(bodyOf(delivery), delivery))));
}

/** Takes the outcome of an attempt for another one. */
function heard(change: (status: number, delivery: Delivered) => number): NonNullable<EventTemplate['deliveryFault']> {
  return (type) => () => ofType(type, async (delivery, deliver) => change(await deliver(delivery), delivery));
}

const isConfirmed = (status: number): boolean => status >= 200 && status <= 299;

const objectOf = ({ Object: object }: Evento): Evento => object as Evento;

const isUpdate = (type: string): boolean => type.endsWith('.Update');

/** Faults in the deliveries of one type. */
export const events: readonly EventTemplate[] = [
  {
    rule: 'EVT-03',
    name: 'the-object-is-its-id-alone',
    // No GET shows the object of an export as JSON.
    applies: (type) => !type.endsWith('.Export'),
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
    rule: 'EVT-03',
    name: 'a-retry-is-its-id-alone',
    deliveryFault: saying((evento, { earlierAttempts }) =>
      earlierAttempts.length === 0 ? evento : { ...evento, Object: { id: objectOf(evento).id } },
    ),
  },
  { rule: 'DLV-01', name: 'a-201-is-not-heeded', deliveryFault: heard((status) => (status === 201 ? 500 : status)) },
  { rule: 'DLV-02', name: 'a-404-is-not-retried', deliveryFault: heard((status) => (status === 404 ? 204 : status)) },
  {
    rule: 'DLV-05',
    name: 'is-sent-again-after-a-retry',
    deliveryFault: heard((status, { earlierAttempts }) => (earlierAttempts.length > 0 && isConfirmed(status) ? 500 : status)),
  },
  {
    rule: 'DLV-06',
    name: 'a-retry-comes-from-elsewhere',
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) =>
        deliver(delivery.earlierAttempts.length > 0 ? { ...delivery, from: '127.0.0.2' } : delivery),
      ),
  },
  {
    rule: 'DLV-10',
    name: 'is-retried-twice',
    deliveryFault: heard((status, { earlierAttempts }) => (earlierAttempts.length >= 2 ? 204 : status)),
  },
  {
    rule: 'SIG-04',
    name: 'a-retry-is-as-old-as-the-first',
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) => {
        const [first] = delivery.earlierAttempts;
        const signature = first && headerOf(first, 'Service-Signature');
        return await deliver(signature === undefined ? delivery : withHeader(delivery, 'Service-Signature', signature));
      }),
  },
  { rule: 'EVT-14', name: 'is-not-logged', fault: logged((entries, type) => entries.filter(({ evento }) => typeOf(evento) !== type)) },
  {
    rule: 'EVT-14',
    name: 'is-logged-twice',
    fault: logged((entries, type) => entries.flatMap((entry) => (typeOf(entry.evento) === type ? [entry, entry] : [entry]))),
  },
  {
    rule: 'EVT-14',
    name: 'is-logged-with-another-object',
    fault: loggedAs((entry) => ({ ...entry, evento: { ...(entry.evento as Evento), Object: {} } })),
  },
  { rule: 'EVT-14', name: 'is-logged-without-deliveries', fault: loggedAs((entry) => ({ ...entry, deliveries: [] })) },
  {
    rule: 'EVT-14',
    name: 'is-logged-as-pending',
    fault: loggedAs(({ deliveries, ...entry }) => ({
      ...entry,
      deliveries: (deliveries as Evento[]).map((delivery) => ({ ...delivery, state: 'pending' })),
    })),
  },
  {
    rule: 'SIG-01',
    name: 'is-not-signed',
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) => await deliver(withHeader(delivery, 'Service-Signature', 'v1=abc'))),
  },
  {
    rule: 'EVT-08',
    name: 'a-change-of-one-member-is-not-told',
    applies: isUpdate,
    deliveryFault: (type) => onSmallChange(type, async () => 204),
  },
  {
    rule: 'EVT-15',
    name: 'a-change-of-one-member-tells-of-what-was',
    applies: isUpdate,
    deliveryFault: (type) =>
      onSmallChange(
        type,
        async (delivery, before, deliver) => await deliver(withEvento(delivery, { ...bodyOf(delivery), Object: before })),
      ),
  },
  {
    rule: 'SIG-02',
    name: 'is-signed-in-another-unicode-form',
    // Invoices contain only characters that are the same in every Unicode form.
    applies: (type) => !/\.(Emit|Export)$/.test(type),
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) =>
        deliver(signed(delivery, { text: `${timestampOf(delivery)}.${delivery.body.normalize('NFC')}` })),
      ),
  },
  {
    rule: 'EVT-08',
    name: 'comes-with-the-next-event-of-its-company',
    // Other rules wait for each event of a contact, and would fail too.
    applies: (type) => !type.startsWith('Anagrafica.'),
    deliveryFault: heldUntilNext,
  },
  {
    rule: 'EVT-14',
    name: 'is-read-with-the-application-id-of-the-reader',
    fault: (type) => () => async (request, forward) => {
      const answer = await forward(request);
      const { evento, ...entry } = bodyOf(answer);
      if (request.operation !== 'getEvento' || !isSuccess(answer) || typeOf(evento) !== type) return answer;
      return withBody(answer, { ...entry, evento: { ...(evento as Evento), ApplicationId: headerOf(request, 'X-Service-ApplicationId') } });
    },
  },
  {
    rule: 'EVT-14',
    name: 'is-listed-as-failed-while-it-waits',
    fault: logged((entries, type) => entries.map((entry) => (typeOf(entry.evento) === type ? withoutPending(entry) : entry))),
  },
  {
    rule: 'DLV-10',
    name: 'is-not-retried-when-it-is-delivered-again',
    fault: () => marksRedelivered,
    deliveryFault: (type) => (context) =>
      ofType(type, async (delivery, deliver) => {
        const status = await deliver(delivery);
        const isSpent = delivery.earlierAttempts.length > RETRIES_MAX && marksOf(context).has(String(bodyOf(delivery).EventGuid));
        return isSpent ? 204 : status;
      }),
  },
  {
    rule: 'DLV-10',
    name: 'is-not-retried-when-its-object-is-gone',
    applies: (type) => /\.(Create|Update)$/.test(type),
    fault: () => marksDeleted,
    deliveryFault: (type) => (context) =>
      ofType(type, async (delivery, deliver) =>
        delivery.earlierAttempts.length > 0 && isOfDeleted(context, delivery) ? 204 : await deliver(delivery),
      ),
  },
  {
    rule: 'EVT-15',
    name: 'rounds-numbers-of-many-digits',
    applies: (type) => /^articolo\./.test(type),
    deliveryFault: saying((evento) => ({ ...evento, Object: rounded(evento.Object) })),
  },
];

function withoutPending(entry: Evento): Evento {
  const deliveries = (entry.deliveries as Evento[]).map((delivery) =>
    delivery.state === 'pending' && delivery.attemptCount !== 0 ? { ...delivery, state: 'failed' } : delivery,
  );
  return { ...entry, deliveries };
}
