import { createHmac } from 'node:crypto';
import { type Evento, eventoChanged, withEvento } from './faults/evento.ts';
import { marksOf, wideWebhooksMarked } from './faults/webhooks.ts';
import type { Mutant } from './mutant.ts';
import { bodyOf } from './peer/message.ts';

/** Services whose events say something wrong. */
export const evtMutants: readonly Mutant[] = [
  {
    id: 'EVT-01-no-application-id',
    mustBreak: ['EVT-01', 'HDR-07'],
    deliveryFault: eventoChanged(({ ApplicationId: _dropped, ...evento }) => evento),
  },
  {
    id: 'EVT-01-evento-in-an-envelope',
    mustBreak: ['EVT-01', 'EVT-02', 'EVT-09', 'EVT-10'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ event: evento })),
  },
  {
    id: 'EVT-02-event-type-alone',
    mustBreak: ['EVT-02', 'EVT-09', 'EVT-10'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).split('.')[1] })),
  },
  {
    id: 'EVT-02-past-tense',
    mustBreak: ['EVT-02', 'EVT-09', 'EVT-10'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: `${evento.Type}d` })),
  },
  {
    id: 'EVT-03-id-and-name-alone',
    mustBreak: ['EVT-03'],
    deliveryFault: eventoChanged((evento) => {
      const { id, nome } = evento.Object as Evento;
      return { ...evento, Object: { id, nome } };
    }),
  },
  {
    id: 'EVT-03-id-alone',
    mustBreak: ['EVT-03'],
    judgedAlone: true,
    deliveryFault: eventoChanged((evento) => ({ ...evento, Object: { id: (evento.Object as Evento).id } })),
  },
  {
    id: 'EVT-03-deletion-carries-the-id-alone',
    mustBreak: ['EVT-03'],
    deliveryFault: eventoChanged((evento) =>
      String(evento.Type).endsWith('.Delete') ? { ...evento, Object: { id: (evento.Object as Evento).id } } : evento,
    ),
  },
  {
    id: 'EVT-03-names-in-ascii',
    mustBreak: ['EVT-03'],
    deliveryFault: eventoChanged((evento) => {
      const { nome } = evento.Object as Evento;
      return typeof nome === 'string'
        ? { ...evento, Object: { ...(evento.Object as Evento), nome: nome.replaceAll(/[^ -~]/g, '?') } }
        : evento;
    }),
  },
  {
    id: 'EVT-03-update-shows-what-was-before',
    mustBreak: ['EVT-03'],
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
    mustBreak: ['EVT-04'],
    deliveryFault: eventoChanged((evento, { earlierAttempts }) => ({
      ...evento,
      EventGuid: `${evento.EventGuid}${earlierAttempts.length || ''}`,
    })),
  },
  {
    id: 'EVT-04-guid-of-the-webhook',
    mustBreak: ['EVT-04'],
    deliveryFault: eventoChanged((evento, { secret }) => ({
      ...evento,
      EventGuid: createHmac('md5', secret).update(String(evento.EventGuid)).digest('hex'),
    })),
  },
  {
    id: 'EVT-04-guid-of-the-type',
    mustBreak: ['EVT-04'],
    mayBreak: ['DLV-02'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, EventGuid: `${evento.Type}` })),
  },
  {
    id: 'EVT-04-guid-of-the-object',
    mustBreak: ['EVT-04'],
    deliveryFault: eventoChanged((evento) => ({
      ...evento,
      EventGuid: `${String(evento.Type).split('.')[0]} ${evento.CompanyId} ${(evento.Object as Evento).id}`,
    })),
  },
  {
    id: 'EVT-05-company-of-the-webhook',
    mustBreak: ['EVT-05'],
    // Of a webhook for all companies it is none.
    fault: wideWebhooksMarked,
    deliveryFault: (context) => async (delivery, deliver) =>
      await deliver(marksOf(context).has(delivery.secret) ? withEvento(delivery, { ...bodyOf(delivery), CompanyId: 0 }) : delivery),
  },
  {
    id: 'EVT-05-first-company-for-deletions',
    mustBreak: ['EVT-05'],
    deliveryFault: eventoChanged((evento) => (String(evento.Type).endsWith('.Delete') ? { ...evento, CompanyId: 1 } : evento)),
  },
  { id: 'EVT-05-always-the-first-company', mustBreak: ['EVT-05'], deliveryFault: eventoChanged((evento) => ({ ...evento, CompanyId: 1 })) },
];
