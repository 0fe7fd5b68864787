import { type Evento, eventoChanged } from './faults/evento.ts';
import { changed, idOf, marksOf, remembering, type Webhook, wideWebhooksMarked } from './faults/webhooks.ts';
import type { DeliveryFault, FaultContext, Mutant } from './mutant.ts';
import { bodyOf, isSuccess, withBody } from './peer/message.ts';

/** A fault that keeps events of one type to itself. */
function withheld(type: string): () => DeliveryFault {
  return () => async (delivery, deliver) => (bodyOf(delivery).Type === type ? 204 : await deliver(delivery));
}

/** A service that goes on with what a webhook was created with, whatever a PUT changed it to: it shows the new value. */
function memberKept(member: 'Url' | 'Events' | 'AziendaId'): Mutant['fault'] {
  return () => {
    const created = new Map<string, unknown>();
    const shown = new Map<string, unknown>();
    const showing = (webhook: Webhook, value: unknown): Webhook =>
      value === undefined ? webhook : { ...webhook, [camelCase(member)]: value };
    return async (request, forward) => {
      const asked = bodyOf(request)[member];
      const id = idOf(request);
      // What is no Url of a webhook is refused as ever.
      if (request.operation === 'updateWebhook' && (member !== 'Url' || String(asked).startsWith('https:'))) {
        const answer = await forward(withBody(request, { ...bodyOf(request), [member]: created.has(id) ? created.get(id) : asked }));
        if (isSuccess(answer)) shown.set(id, asked);
        return changed(answer, (webhook) => showing(webhook, asked));
      }
      const answer = await forward(request);
      if (request.operation === 'createWebhook' && isSuccess(answer)) created.set(String(bodyOf(answer).id), asked);
      return request.operation === 'getWebhook' || request.operation === 'listWebhook'
        ? changed(answer, (webhook) => showing(webhook, shown.get(String(webhook.id))))
        : answer;
    };
  };
}

/** A service that is created with another member than was asked for: it shows what was asked. */
function createdWith(member: 'Events' | 'AziendaId', other: (asked: unknown, context: FaultContext) => unknown): Mutant['fault'] {
  return remembering(async (shown, request, forward, context) => {
    const asked = bodyOf(request)[member];
    const creates = request.operation === 'createWebhook';
    const answer = await forward(creates ? withBody(request, { ...bodyOf(request), [member]: other(asked, context) }) : request);
    if (isSuccess(answer) && creates) shown.set(String(bodyOf(answer).id), { [camelCase(member)]: asked });
    if (isSuccess(answer) && request.operation === 'updateWebhook') shown.delete(idOf(request));
    return /Webhook$/.test(request.operation ?? '')
      ? changed(answer, (webhook) => ({ ...webhook, ...shown.get(String(webhook.id)) }))
      : answer;
  });
}

/** A fault that listens for more types than a webhook asks for. */
function eventsAdded(more: (events: readonly string[]) => readonly string[]): Mutant['fault'] {
  return createdWith('Events', (asked) => (Array.isArray(asked) ? [...new Set([...asked, ...more(asked)])] : asked));
}

function camelCase(member: string): string {
  return `${member.charAt(0).toLowerCase()}${member.slice(1)}`;
}

/** Services that tell a webhook of what it did not ask for, or not of what it did. */
export const evtSubscriptionMutants: readonly Mutant[] = [
  {
    id: 'EVT-06-every-type-of-the-object',
    mustBreak: ['EVT-06'],
    mayBreak: ['SIG-03'],
    fault: eventsAdded((events) =>
      events
        .flatMap((type) => ['Create', 'Update', 'Delete'].map((name) => `${type.split('.')[0]}.${name}`))
        .filter((type) => type.startsWith('Anagrafica')),
    ),
  },
  {
    id: 'EVT-06-objects-and-event-types-each-for-themselves',
    mustBreak: ['EVT-06'],
    mayBreak: ['SIG-03'],
    fault: eventsAdded((events) =>
      events
        .flatMap((one) => events.map((other) => `${one.split('.')[0]}.${other.split('.')[1]}`))
        .filter((type) => !/\.(Emit|Export)$/.test(type)),
    ),
  },
  {
    id: 'EVT-06-updates-with-creations',
    mustBreak: ['EVT-06'],
    mayBreak: ['SIG-03'],
    fault: eventsAdded((events) => events.map((type) => type.replace('.Create', '.Update'))),
  },
  {
    id: 'EVT-06-last-type-alone',
    mustBreak: ['EVT-06'],
    mayBreak: ['EVT-03', 'EVT-07', 'EVT-08', 'EVT-09', 'EVT-10', 'EVT-12'],
    judgedAlone: true,
    deliveryFault: () => {
      const first = new Map<string, unknown>();
      return async (delivery, deliver) => {
        const { Type } = bodyOf(delivery);
        if (!first.has(delivery.secret)) first.set(delivery.secret, Type);
        return first.get(delivery.secret) === Type ? await deliver(delivery) : 204;
      };
    },
  },
  {
    id: 'EVT-07-company-of-the-webhook-not-heeded',
    mustBreak: ['EVT-07', 'IDEM-08'],
    mayBreak: ['IDEM-07'],
    fault: createdWith('AziendaId', (asked, { target }) => (target.companies.some(({ id }) => id === String(asked)) ? null : asked)),
  },
  {
    id: 'EVT-07-null-is-the-first-company',
    mustBreak: ['EVT-07', 'HOOK-09'],
    fault: wideWebhooksMarked,
    deliveryFault: (context) => async (delivery, deliver) =>
      marksOf(context).has(delivery.secret) && bodyOf(delivery).CompanyId !== 1 ? 204 : await deliver(delivery),
  },
  {
    id: 'EVT-08-changes-soon-after-another-unsaid',
    mustBreak: ['EVT-08'],
    deliveryFault: () => {
      const changed = new Set<string>();
      return async (delivery, deliver) => {
        const { Type, CompanyId, Object: object } = bodyOf(delivery);
        const what = `${delivery.secret} ${Type} ${CompanyId} ${(object as Evento).id}`;
        if (Type === 'Anagrafica.Update' && changed.has(what) && delivery.earlierAttempts.length === 0) return 204;
        changed.add(what);
        return await deliver(delivery);
      };
    },
  },
  { id: 'EVT-08-deletion-unsaid', mustBreak: ['EVT-08'], deliveryFault: withheld('Anagrafica.Delete') },
  {
    id: 'EVT-08-no-update-in-the-second-company',
    mustBreak: ['EVT-08'],
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, CompanyId } = bodyOf(delivery);
      return Type === 'Anagrafica.Update' && CompanyId !== 1 ? 204 : await deliver(delivery);
    },
  },
  {
    id: 'EVT-09-issue-is-an-update',
    // Whoever asked for Emit gets what it did not ask for.
    mustBreak: ['EVT-09', 'EVT-06'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).replace('Emit', 'Update') })),
  },
  {
    id: 'EVT-09-issue-in-the-first-company-alone',
    mustBreak: ['EVT-09'],
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, CompanyId } = bodyOf(delivery);
      return Type === 'Documento.Emit' && CompanyId !== 1 ? 204 : await deliver(delivery);
    },
  },
  { id: 'EVT-10-export-unsaid', mustBreak: ['EVT-10'], deliveryFault: withheld('FatturaElettronicaXml.Export') },
  {
    id: 'EVT-12-url-without-its-query',
    mustBreak: ['EVT-12'],
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, withoutQuery: true }),
  },
  { id: 'EVT-12-old-url-after-a-change', mustBreak: ['EVT-12'], fault: memberKept('Url') },
  { id: 'EVT-12-old-company-after-a-change', mustBreak: ['EVT-12', 'HOOK-09', 'HOOK-16'], fault: memberKept('AziendaId') },
  { id: 'EVT-12-old-events-after-a-change', mustBreak: ['EVT-12', 'HOOK-16'], fault: memberKept('Events') },
];
