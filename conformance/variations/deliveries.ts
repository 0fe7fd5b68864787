import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../mutants/faults/durations.ts';
import { marksOf } from '../mutants/faults/webhooks.ts';
import type { DeliveryFault, FaultContext, NewDeliveryFault } from '../mutants/mutant.ts';
import { bodyOf, headerOf, isSuccess, refusal, withHeader } from '../mutants/peer/message.ts';
import type { Delivered } from '../mutants/peer/relay.ts';
import type { Variation } from './variation.ts';

const HEADER = 'Service-Signature';

/** Changes each delivery. The change has to sign a changed body again. */
function delivered(change: (delivery: Delivered) => Delivered): NewDeliveryFault {
  return () => async (delivery, deliver) => await deliver(change(delivery));
}

function parts(delivery: Delivered): { readonly t: string; readonly v2: string } {
  const [, t = '', v2 = ''] = /t=(\d+),v2=(\w+)/.exec(headerOf(delivery, HEADER) ?? '') ?? [];
  return { t, v2 };
}

function hmac(delivery: Delivered, t: string, encoding: 'hex' | 'base64', body: string = delivery.body): string {
  return createHmac('sha256', delivery.secret).update(`${t}.${body}`).digest(encoding);
}

function withoutDocument({ documentoId: _none, ...members }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return members;
}

function resigned(delivery: Delivered, evento: unknown): Delivered {
  const [{ t }, body] = [parts(delivery), JSON.stringify(evento, null, 1)];
  return { ...withHeader(delivery, HEADER, `t=${t},v2=${hmac(delivery, t, 'hex', body)}`), body };
}

/**
 * Fires an Update after each Create, like a service that computes something about new objects.
 * @param changesAfterMs how much later the Update of a real change comes
 */
function moreUpdates(changesAfterMs = 0): Pick<Variation, 'fault' | 'deliveryFault'> {
  const eventsOf = new Map<unknown, unknown>();
  const secretOf = new Map<unknown, unknown>();
  return {
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isWebhook = request.operation === 'createWebhook' || request.operation === 'updateWebhook';
      if (!isWebhook || !isSuccess(answer)) return answer;
      const { id, secret, events } = bodyOf(answer);
      if (secret !== null) secretOf.set(id, secret);
      eventsOf.set(secretOf.get(id), events);
      return answer;
    },
    deliveryFault: () => async (delivery, deliver) => {
      const evento = bodyOf(delivery);
      if (evento.Type === 'Anagrafica.Update') await sleep(changesAfterMs);
      const status = await deliver(delivery);
      const isWanted = (eventsOf.get(delivery.secret) as string[] | undefined)?.includes('Anagrafica.Update') ?? false;
      if (evento.Type !== 'Anagrafica.Create' || !isWanted || delivery.earlierAttempts.length > 0) return status;
      await deliver(resigned(delivery, { ...evento, Type: 'Anagrafica.Update', EventGuid: `${String(evento.EventGuid)}-2` }));
      return status;
    },
  };
}

/** Makes one attempt at a time, across all webhooks. */
export function oneAtATime(): DeliveryFault {
  let last: Promise<unknown> = Promise.resolve();
  return async (delivery, deliver) => {
    const turn = last.then(() => deliver(delivery));
    last = turn.catch(() => undefined);
    return await turn;
  };
}

/** Holds an event of this type back until the next of its type for the same webhook, or for `mostMs`. */
function heldForTheNext(type: string, mostMs: number): NewDeliveryFault {
  return () => {
    const held = new Map<string, () => void>();
    return async (delivery, deliver) => {
      if (bodyOf(delivery).Type === type) {
        held.get(delivery.secret)?.();
        await Promise.race([new Promise<void>((resolve) => held.set(delivery.secret, resolve)), sleep(mostMs)]);
      }
      return await deliver(delivery);
    };
  };
}

/** Writes the names of all members in camel case, at every level. */
function camel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camel);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.charAt(0).toLowerCase() + name.slice(1), camel(member)]));
}

/** Deletes events of this age, together with their pending retries. */
function keptFor(keptMs: number): Pick<Variation, 'fault' | 'deliveryFault'> {
  const isOld = (context: FaultContext, guid: string): boolean =>
    context.aheadMs() - Number(marksOf(context).get(guid) ?? Infinity) > keptMs;
  return {
    fault: (context) => async (request, forward) => {
      const guid = /evento\/([^/]+)\/redeliver$/.exec(request.path)?.[1];
      return guid !== undefined && isOld(context, guid) ? refusal(404) : await forward(request);
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const guid = String(bodyOf(delivery).EventGuid);
      if (!marksOf(context).has(guid)) marksOf(context).set(guid, String(context.aheadMs()));
      // The reference service takes the event for confirmed, and stops retrying.
      return isOld(context, guid) ? 204 : await deliver(delivery);
    },
  };
}

/** Other ways to deliver the same events. */
export const deliveryVariations: readonly Variation[] = [
  {
    // The source names no field of an export.
    id: 'exports-name-no-document',
    rules: ['EVT-10', 'IDEM-12'],
    budget: 'standard',
    fault: () => async (request, forward) => {
      const answer = await forward(request);
      const isExport = request.operation === 'exportFatturaElettronicaXml' && isSuccess(answer);
      return isExport ? { ...answer, body: JSON.stringify(withoutDocument(bodyOf(answer))) } : answer;
    },
    deliveryFault: delivered((delivery) => {
      const evento = bodyOf(delivery);
      if (evento.Type !== 'FatturaElettronicaXml.Export') return delivery;
      return resigned(delivery, { ...evento, Object: withoutDocument(Object(evento.Object)) });
    }),
  },
  { id: 'evento-in-camel-case', against: ['EVT-14'], deliveryFault: delivered((delivery) => resigned(delivery, camel(bodyOf(delivery)))) },
  {
    id: 'company-id-as-text',
    against: ['EVT-14'],
    deliveryFault: delivered((delivery) =>
      resigned(delivery, { ...bodyOf(delivery), CompanyId: String(bodyOf(delivery).CompanyId), Versione: 2 }),
    ),
  },
  {
    id: 'signature-with-more-elements',
    deliveryFault: delivered((delivery) => {
      const { t, v2 } = parts(delivery);
      return withHeader(delivery, HEADER, `v1=${'0'.repeat(40)},v2=${'0'.repeat(64)},t=${t},kid=a=b,v2=${v2},v3=x`);
    }),
  },
  {
    id: 'signature-in-base64',
    against: ['SIG-05'],
    deliveryFault: delivered((delivery) =>
      withHeader(delivery, HEADER, `t=${parts(delivery).t},v2=${hmac(delivery, parts(delivery).t, 'base64')}`),
    ),
  },
  {
    id: 'timestamp-as-a-date',
    against: ['SIG-05'],
    deliveryFault: delivered((delivery) => {
      const t = new Date(Number(parts(delivery).t) * 1000).toISOString();
      return withHeader(delivery, HEADER, `t=${t},v2=${hmac(delivery, t, 'hex')}`);
    }),
  },
  {
    id: 'upper-case-and-milliseconds',
    against: ['SIG-05'],
    deliveryFault: delivered((delivery) => {
      const t = `${parts(delivery).t}000`;
      return withHeader(delivery, HEADER, `t=${t},v2=${hmac(delivery, t, 'hex').toUpperCase()}`);
    }),
  },
  { id: 'an-update-with-each-creation', against: ['EVT-14', 'EVT-15'], ...moreUpdates() },
  // The delay is longer than `quietMs` and shorter than `deliveryWithinMs`.
  { id: 'an-update-with-each-creation-before-that-of-a-change', rules: ['HDR-07', 'EVT-0*'], ...moreUpdates(1_500) },
  {
    id: 'retries-on-their-way-for-long',
    rules: ['SIG-04', 'DLV-03'],
    deliveryFault: () => async (delivery, deliver) => {
      if (delivery.earlierAttempts.length > 0) await sleep(4_000);
      return await deliver(delivery);
    },
  },
  // The retries of an event end before that. Those of a redelivery after a day do not.
  { id: 'old-events-are-deleted', rules: ['DLV-10'], budget: 'standard', ...keptFor(36 * HOUR_MS) },
  {
    // The event comes later than the configuration says, after the next change. Only its Object identifies it.
    id: 'an-issue-is-told-of-with-the-next',
    rules: ['EVT-03', 'EVT-04'],
    budget: 'standard',
    deliveryFault: heldForTheNext('Documento.Emit', 3_000),
    describe: ({ timing, ...target }) => ({ ...target, timing: { ...timing, deliveryWithinMs: 1_000 } }),
  },
  {
    // While the suite lets one delivery hang, nothing else is delivered.
    id: 'one-delivery-at-a-time',
    rules: ['DLV-0*', 'EVT-0*', 'SIG-*'],
    against: ['DLV-08'],
    budget: 'standard',
    deliveryFault: oneAtATime,
  },
  {
    id: 'every-event-twice-at-once',
    against: ['DLV-10'],
    deliveryFault: () => async (delivery, deliver) => {
      const repeated = delivery.earlierAttempts.length === 0 ? deliver(delivery).catch(() => 0) : undefined;
      const status = await deliver(delivery);
      await repeated;
      return status;
    },
  },
  {
    id: 'a-retry-twice-and-the-second-answer-counts',
    against: ['DLV-10'],
    deliveryFault: () => async (delivery, deliver) => {
      const status = await deliver(delivery);
      return delivery.earlierAttempts.length === 1 ? await deliver(delivery) : status;
    },
  },
  {
    id: 'every-event-twice',
    deliveryFault: () => async (delivery, deliver) => {
      const status = await deliver(delivery);
      if (status >= 200 && status < 300 && delivery.earlierAttempts.length === 0) await deliver(delivery);
      return status;
    },
  },
];
