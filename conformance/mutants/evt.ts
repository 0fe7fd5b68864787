import { createHmac } from 'node:crypto';
import { type Evento, eventoChanged, withEvento } from './faults/evento.ts';
import { marksOf, wideWebhooksMarked } from './faults/webhooks.ts';
import type { Mutant } from './mutant.ts';
import { bodyOf } from './peer/message.ts';

/** Services whose events say something wrong. */
export const evtMutants: readonly Mutant[] = [
  {
    id: 'EVT-01-no-application-id',
    breaks: ['EVT-01', 'HDR-07'],
    deliveryFault: eventoChanged(({ ApplicationId: _dropped, ...evento }) => evento),
  },
  {
    id: 'EVT-01-evento-in-an-envelope',
    breaks: ['EVT-01', 'EVT-02', 'EVT-09', 'EVT-10'],
    solitary: true,
    deliveryFault: eventoChanged((evento) => ({ event: evento })),
  },
  {
    id: 'EVT-02-event-type-alone',
    breaks: ['EVT-02', 'EVT-09', 'EVT-10'],
    solitary: true,
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).split('.')[1] })),
  },
  {
    id: 'EVT-02-past-tense',
    breaks: ['EVT-02', 'EVT-09', 'EVT-10'],
    solitary: true,
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
    solitary: true,
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
];
