import { createHmac } from 'node:crypto';
import { type Evento, withEvento } from './faults/evento.ts';
import { changed, idOf, marksOf, remembering, type Webhook, wideWebhooksMarked } from './faults/webhooks.ts';
import type { DeliveryFault, Mutant, Scene } from './mutant.ts';
import { bodyOf, isSuccess, withBody } from './peer/message.ts';
import type { Delivered } from './peer/relay.ts';

/** A fault that changes what every event says. */
function eventoChanged(change: (evento: Evento, delivery: Delivered) => unknown): () => DeliveryFault {
  return () => async (delivery, deliver) => await deliver(withEvento(delivery, change(bodyOf(delivery), delivery)));
}

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
function createdWith(member: 'Events' | 'AziendaId', other: (asked: unknown, scene: Scene) => unknown): Mutant['fault'] {
  return remembering(async (shown, request, forward, scene) => {
    const asked = bodyOf(request)[member];
    const creates = request.operation === 'createWebhook';
    const answer = await forward(creates ? withBody(request, { ...bodyOf(request), [member]: other(asked, scene) }) : request);
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

/** Services that send the wrong events, or say the wrong things in them. */
export const evtMutants: readonly Mutant[] = [
  {
    id: 'EVT-01-no-application-id',
    breaks: ['EVT-01', 'HDR-07'],
    deliveryFault: eventoChanged(({ ApplicationId: _dropped, ...evento }) => evento),
  },
  {
    id: 'EVT-01-evento-in-an-envelope',
    breaks: ['EVT-01', 'EVT-02', 'EVT-09', 'EVT-10'],
    deliveryFault: eventoChanged((evento) => ({ event: evento })),
  },
  {
    id: 'EVT-02-event-type-alone',
    breaks: ['EVT-02', 'EVT-09', 'EVT-10'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).split('.')[1] })),
  },
  {
    id: 'EVT-02-past-tense',
    breaks: ['EVT-02', 'EVT-09', 'EVT-10'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: `${evento.Type}d` })),
  },
  {
    id: 'EVT-03-id-and-name-alone',
    breaks: ['EVT-03'],
    deliveryFault: eventoChanged((evento) => {
      const { id, nome } = evento.Object as Evento;
      return { ...evento, Object: { id, nome } };
    }),
  },
  {
    id: 'EVT-03-id-alone',
    breaks: ['EVT-03'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Object: { id: (evento.Object as Evento).id } })),
  },
  {
    id: 'EVT-03-deletion-carries-the-id-alone',
    breaks: ['EVT-03'],
    deliveryFault: eventoChanged((evento) =>
      String(evento.Type).endsWith('.Delete') ? { ...evento, Object: { id: (evento.Object as Evento).id } } : evento,
    ),
  },
  {
    id: 'EVT-03-names-in-ascii',
    breaks: ['EVT-03'],
    deliveryFault: eventoChanged((evento) => {
      const { nome } = evento.Object as Evento;
      return typeof nome === 'string'
        ? { ...evento, Object: { ...(evento.Object as Evento), nome: nome.replaceAll(/[^ -~]/g, '?') } }
        : evento;
    }),
  },
  {
    id: 'EVT-03-update-shows-what-was-before',
    breaks: ['EVT-03'],
    deliveryFault: () => {
      const states = new Map<string, { readonly guid: unknown; readonly object: Evento }[]>();
      return async (delivery, deliver) => {
        const evento = bodyOf(delivery);
        const { Type, EventGuid: guid, CompanyId } = evento;
        const object = evento.Object as Evento;
        if (!String(Type).startsWith('Anagrafica.')) return await deliver(delivery);
        const about = `${CompanyId} ${object.id}`;
        const known = states.get(about) ?? [];
        if (!known.some((state) => state.guid === guid)) states.set(about, [...known, { guid, object }]);
        const before = known[known.findIndex((state) => state.guid === guid) - 1] ?? known.at(-1);
        return await deliver(
          Type === 'Anagrafica.Update' ? withEvento(delivery, { ...evento, Object: before?.object ?? object }) : delivery,
        );
      };
    },
  },
  {
    id: 'EVT-04-guid-of-the-attempt',
    breaks: ['EVT-04'],
    deliveryFault: eventoChanged((evento, { earlierAttempts }) => ({
      ...evento,
      EventGuid: `${evento.EventGuid}${earlierAttempts.length || ''}`,
    })),
  },
  {
    id: 'EVT-04-guid-of-the-webhook',
    breaks: ['EVT-04'],
    deliveryFault: eventoChanged((evento, { secret }) => ({
      ...evento,
      EventGuid: createHmac('md5', secret).update(String(evento.EventGuid)).digest('hex'),
    })),
  },
  {
    id: 'EVT-04-guid-of-the-type',
    breaks: ['EVT-04'],
    perhaps: ['DLV-02'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, EventGuid: `${evento.Type}` })),
  },
  {
    id: 'EVT-04-guid-of-the-object',
    breaks: ['EVT-04'],
    deliveryFault: eventoChanged((evento) => ({
      ...evento,
      EventGuid: `${String(evento.Type).split('.')[0]} ${evento.CompanyId} ${(evento.Object as Evento).id}`,
    })),
  },
  {
    id: 'EVT-05-company-of-the-webhook',
    breaks: ['EVT-05'],
    // Of a webhook for all companies it is none.
    fault: wideWebhooksMarked,
    deliveryFault: (scene) => async (delivery, deliver) =>
      await deliver(marksOf(scene).has(delivery.secret) ? withEvento(delivery, { ...bodyOf(delivery), CompanyId: 0 }) : delivery),
  },
  {
    id: 'EVT-05-first-company-for-deletions',
    breaks: ['EVT-05'],
    deliveryFault: eventoChanged((evento) => (String(evento.Type).endsWith('.Delete') ? { ...evento, CompanyId: 1 } : evento)),
  },
  { id: 'EVT-05-always-the-first-company', breaks: ['EVT-05'], deliveryFault: eventoChanged((evento) => ({ ...evento, CompanyId: 1 })) },
  {
    id: 'EVT-06-every-type-of-the-object',
    breaks: ['EVT-06'],
    perhaps: ['SIG-03'],
    fault: eventsAdded((events) =>
      events
        .flatMap((type) => ['Create', 'Update', 'Delete'].map((name) => `${type.split('.')[0]}.${name}`))
        .filter((type) => type.startsWith('Anagrafica')),
    ),
  },
  {
    id: 'EVT-06-objects-and-event-types-each-for-themselves',
    breaks: ['EVT-06'],
    perhaps: ['SIG-03'],
    fault: eventsAdded((events) =>
      events
        .flatMap((one) => events.map((other) => `${one.split('.')[0]}.${other.split('.')[1]}`))
        .filter((type) => !/\.(Emit|Export)$/.test(type)),
    ),
  },
  {
    id: 'EVT-06-updates-with-creations',
    breaks: ['EVT-06'],
    perhaps: ['SIG-03'],
    fault: eventsAdded((events) => events.map((type) => type.replace('.Create', '.Update'))),
  },
  {
    id: 'EVT-06-last-type-alone',
    breaks: ['EVT-06'],
    perhaps: ['EVT-03', 'EVT-07', 'EVT-08', 'EVT-09', 'EVT-10', 'EVT-12'],
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
    breaks: ['EVT-07', 'IDEM-08'],
    perhaps: ['IDEM-07'],
    fault: createdWith('AziendaId', (asked, { target }) => (target.companies.some(({ id }) => id === String(asked)) ? null : asked)),
  },
  {
    id: 'EVT-07-null-is-the-first-company',
    breaks: ['EVT-07', 'HOOK-09'],
    fault: wideWebhooksMarked,
    deliveryFault: (scene) => async (delivery, deliver) =>
      marksOf(scene).has(delivery.secret) && bodyOf(delivery).CompanyId !== 1 ? 204 : await deliver(delivery),
  },
  {
    id: 'EVT-08-changes-soon-after-another-unsaid',
    breaks: ['EVT-08'],
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
  { id: 'EVT-08-deletion-unsaid', breaks: ['EVT-08'], deliveryFault: withheld('Anagrafica.Delete') },
  {
    id: 'EVT-08-no-update-in-the-second-company',
    breaks: ['EVT-08'],
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, CompanyId } = bodyOf(delivery);
      return Type === 'Anagrafica.Update' && CompanyId !== 1 ? 204 : await deliver(delivery);
    },
  },
  {
    id: 'EVT-09-issue-is-an-update',
    // Whoever asked for Emit gets what it did not ask for.
    breaks: ['EVT-09', 'EVT-06'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).replace('Emit', 'Update') })),
  },
  {
    id: 'EVT-09-issue-in-the-first-company-alone',
    breaks: ['EVT-09'],
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, CompanyId } = bodyOf(delivery);
      return Type === 'Documento.Emit' && CompanyId !== 1 ? 204 : await deliver(delivery);
    },
  },
  { id: 'EVT-10-export-unsaid', breaks: ['EVT-10'], deliveryFault: withheld('FatturaElettronicaXml.Export') },
  {
    id: 'EVT-12-url-without-its-query',
    breaks: ['EVT-12'],
    deliveryFault: () => async (delivery, deliver) => await deliver({ ...delivery, withoutQuery: true }),
  },
  { id: 'EVT-12-old-url-after-a-change', breaks: ['EVT-12'], fault: memberKept('Url') },
  { id: 'EVT-12-old-company-after-a-change', breaks: ['EVT-12', 'HOOK-09', 'HOOK-16'], fault: memberKept('AziendaId') },
  { id: 'EVT-12-old-events-after-a-change', breaks: ['EVT-12', 'HOOK-16'], fault: memberKept('Events') },
];
