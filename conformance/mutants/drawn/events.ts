import { setTimeout as sleep } from 'node:timers/promises';
import { RETRIES_MAX } from '../../src/generated/limits.ts';
import { effects, resources } from '../../src/generated/resources.ts';
import { type Evento, objectOf, withEvento } from '../faults/evento.ts';
import { forwarding } from '../faults/exchanges.ts';
import { isOfDeleted, marksDeleted } from '../faults/given-up.ts';
import { APPLICATION_ID_HEADER } from '../faults/headers.ts';
import { KEY_HEADER } from '../faults/keys.ts';
import { logged, loggedAs, typeOf } from '../faults/logged-events.ts';
import { marksRedelivered } from '../faults/redeliveries.ts';
import { signed, timestampOf } from '../faults/signatures.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { DeliveryFault, NewDeliveryFault, Request } from '../mutant.ts';
import { bodyOf, headerOf, isSuccess, withBody, withHeader } from '../peer/message.ts';
import type { Deliver, Delivered } from '../peer/relay.ts';
import { isKeyed } from './keyed-log.ts';
import type { EventTemplate, EventTemplates } from './template.ts';

/** Members that name an object. Each change of the suite renews them. */
const labels = new Set(Object.values(resources).map(({ label }) => label));

/** Longer than the suite waits if no delivery comes at all. The service gives the attempt up before that, and retries it. */
const HELD_FOR_MS = 60_000;

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

/** Whether a request fires an event of a type. */
function fires({ operation }: Request, type: string): boolean {
  return operation !== undefined && effects[operation]?.fires === type;
}

/** The time between a write and the recording of its event. */
const SLOW_MS = 20;

const isUpdate = (type: string): boolean => type.endsWith('.Update');

/** Faults in the deliveries of one type. */
export const events: EventTemplates = {
  'EVT-03-the-object-is-its-id-alone': {
    // No GET shows the object of an export as JSON.
    applies: (type) => !type.endsWith('.Export'),
    deliveryFault: saying((evento) => ({ ...evento, Object: { id: objectOf(evento).id } })),
  },
  'EVT-04-each-attempt-is-an-event': {
    deliveryFault: saying((evento, { earlierAttempts }) => ({
      ...evento,
      EventGuid: earlierAttempts.length === 0 ? evento.EventGuid : crypto.randomUUID(),
    })),
  },
  'EVT-05-names-another-company': { deliveryFault: saying((evento) => ({ ...evento, CompanyId: Number(evento.CompanyId) + 1 })) },
  'HDR-07-forgets-the-application-id': { deliveryFault: saying((evento) => ({ ...evento, ApplicationId: null })) },
  'HDR-07-with-a-key-it-loses-the-application-id': {
    applies: isKeyed,
    fault: (type) =>
      forwarding((request) =>
        fires(request, type) && headerOf(request, KEY_HEADER) !== undefined ? withHeader(request, APPLICATION_ID_HEADER, 'none') : request,
      ),
  },
  'HDR-07-takes-the-application-id-of-whoever-writes-last': {
    fault: (type) => () => {
      let last: string | undefined;
      return async (request, forward) => {
        if (request.method === 'GET') return await forward(request);
        last = headerOf(request, APPLICATION_ID_HEADER);
        await sleep(SLOW_MS);
        return await forward(fires(request, type) && last !== undefined ? withHeader(request, APPLICATION_ID_HEADER, last) : request);
      };
    },
  },
  'SIG-02-is-signed-over-other-bytes': {
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) => {
        const { headers } = withEvento(delivery, { ...bodyOf(delivery), signed: true });
        return await deliver({ ...delivery, headers });
      }),
  },
  'EVT-03-a-retry-is-its-id-alone': {
    deliveryFault: saying((evento, { earlierAttempts }) =>
      earlierAttempts.length === 0 ? evento : { ...evento, Object: { id: objectOf(evento).id } },
    ),
  },
  'DLV-01-a-201-is-not-heeded': { deliveryFault: heard((status) => (status === 201 ? 500 : status)) },
  'DLV-02-a-404-is-not-retried': { deliveryFault: heard((status) => (status === 404 ? 204 : status)) },
  'DLV-05-is-sent-again-after-a-retry': {
    deliveryFault: heard((status, { earlierAttempts }) => (earlierAttempts.length > 0 && isConfirmed(status) ? 500 : status)),
  },
  'DLV-06-a-retry-comes-from-elsewhere': {
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) =>
        deliver(delivery.earlierAttempts.length > 0 ? { ...delivery, from: '127.0.0.2' } : delivery),
      ),
  },
  'DLV-10-is-retried-twice': { deliveryFault: heard((status, { earlierAttempts }) => (earlierAttempts.length >= 2 ? 204 : status)) },
  'SIG-04-a-retry-is-as-old-as-the-first': {
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) => {
        const [first] = delivery.earlierAttempts;
        const signature = first && headerOf(first, 'Service-Signature');
        return await deliver(signature === undefined ? delivery : withHeader(delivery, 'Service-Signature', signature));
      }),
  },
  'EVT-14-is-not-logged': { fault: logged((entries, type) => entries.filter(({ evento }) => typeOf(evento) !== type)) },
  'EVT-14-is-logged-twice': {
    fault: logged((entries, type) => entries.flatMap((entry) => (typeOf(entry.evento) === type ? [entry, entry] : [entry]))),
  },
  'EVT-14-is-logged-with-another-object': {
    fault: loggedAs((entry) => ({ ...entry, evento: { ...(entry.evento as Evento), Object: {} } })),
  },
  'EVT-14-is-logged-without-deliveries': { fault: loggedAs((entry) => ({ ...entry, deliveries: [] })) },
  'EVT-14-is-logged-as-pending': {
    fault: loggedAs(({ deliveries, ...entry }) => ({
      ...entry,
      deliveries: (deliveries as Evento[]).map((delivery) => ({ ...delivery, state: 'pending' })),
    })),
  },
  'SIG-01-is-not-signed': {
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) => await deliver(withHeader(delivery, 'Service-Signature', 'v1=abc'))),
  },
  'EVT-08-a-change-of-one-member-is-not-told': {
    applies: isUpdate,
    deliveryFault: (type) => onSmallChange(type, async () => 204),
  },
  'EVT-15-a-change-of-one-member-tells-of-what-was': {
    applies: isUpdate,
    deliveryFault: (type) =>
      onSmallChange(
        type,
        async (delivery, before, deliver) => await deliver(withEvento(delivery, { ...bodyOf(delivery), Object: before })),
      ),
  },
  'SIG-02-is-signed-in-another-unicode-form': {
    // Invoices contain only characters that are the same in every Unicode form.
    applies: (type) => !/\.(Emit|Export)$/.test(type),
    deliveryFault: (type) => () =>
      ofType(type, async (delivery, deliver) =>
        deliver(signed(delivery, { text: `${timestampOf(delivery)}.${delivery.body.normalize('NFC')}` })),
      ),
  },
  'EVT-08-comes-with-the-next-event-of-its-company': {
    // Other rules wait for each event of a contact, and would fail too.
    applies: (type) => !type.startsWith('Anagrafica.'),
    deliveryFault: heldUntilNext,
  },
  'EVT-14-is-read-with-the-application-id-of-the-reader': {
    fault: (type) => () => async (request, forward) => {
      const answer = await forward(request);
      const { evento, ...entry } = bodyOf(answer);
      if (request.operation !== 'getEvento' || !isSuccess(answer) || typeOf(evento) !== type) return answer;
      return withBody(answer, { ...entry, evento: { ...(evento as Evento), ApplicationId: headerOf(request, 'X-Service-ApplicationId') } });
    },
  },
  'EVT-14-is-listed-as-failed-while-it-waits': {
    fault: logged((entries, type) => entries.map((entry) => (typeOf(entry.evento) === type ? withoutPending(entry) : entry))),
  },
  'DLV-10-is-not-retried-when-it-is-delivered-again': {
    fault: () => marksRedelivered,
    deliveryFault: (type) => (context) =>
      ofType(type, async (delivery, deliver) => {
        const status = await deliver(delivery);
        const isSpent = delivery.earlierAttempts.length > RETRIES_MAX && marksOf(context).has(String(bodyOf(delivery).EventGuid));
        return isSpent ? 204 : status;
      }),
  },
  'DLV-10-is-not-retried-when-its-object-is-gone': {
    applies: (type) => /\.(Create|Update)$/.test(type),
    fault: () => marksDeleted,
    deliveryFault: (type) => (context) =>
      ofType(type, async (delivery, deliver) =>
        delivery.earlierAttempts.length > 0 && isOfDeleted(context, delivery) ? 204 : await deliver(delivery),
      ),
  },
  'EVT-15-rounds-numbers-of-many-digits': {
    applies: (type) => /^articolo\./.test(type),
    deliveryFault: saying((evento) => ({ ...evento, Object: rounded(evento.Object) })),
  },
};

function withoutPending(entry: Evento): Evento {
  const deliveries = (entry.deliveries as Evento[]).map((delivery) =>
    delivery.state === 'pending' && delivery.attemptCount !== 0 ? { ...delivery, state: 'failed' } : delivery,
  );
  return { ...entry, deliveries };
}

/** A fault that holds an event of a type back until the same webhook gets another event of the same company. */
function heldUntilNext(type: string): NewDeliveryFault {
  return () => {
    const waiting = new Map<string, () => void>();
    return async (delivery, deliver) => {
      const { Type, CompanyId } = bodyOf(delivery);
      const company = `${delivery.secret} ${CompanyId}`;
      waiting.get(company)?.();
      if (Type === type && delivery.earlierAttempts.length === 0) {
        const next = new Promise<void>((resolve) => waiting.set(company, resolve));
        await Promise.race([next, sleep(HELD_FOR_MS, undefined, { ref: false })]);
      }
      return await deliver(delivery);
    };
  };
}

/** A value in which every decimal, at any depth, was converted to a JavaScript number and back. */
function rounded(value: unknown): unknown {
  if (typeof value === 'string') {
    const decimals = /^-?\d+\.(\d+)$/.exec(value)?.[1];
    return decimals === undefined ? value : Number(value).toFixed(decimals.length);
  }
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, rounded(member)]));
}

/** A fault in the events of a type whose Object differs from that of the previous event in only one member besides the token. */
function onSmallChange(type: string, handle: (delivery: Delivered, before: Evento, deliver: Deliver) => Promise<number>): NewDeliveryFault {
  return () => {
    const latest = new Map<string, Evento>();
    return async (delivery, deliver) => {
      const { Type, CompanyId, Object: told } = bodyOf(delivery);
      const object = told as Evento;
      const what = `${delivery.secret} ${String(Type).split('.')[0]} ${CompanyId} ${object.id}`;
      const before = latest.get(what);
      latest.set(what, object);
      const isSmall = Type === type && before !== undefined && isSmallChange(before, object);
      return isSmall ? await handle(delivery, before, deliver) : await deliver(delivery);
    };
  };
}

function isSmallChange(before: Evento, now: Evento): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(now)].filter((name) => name !== 'concurrencyToken'));
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
  return changed.length === 1 && !labels.has(changed[0]);
}
