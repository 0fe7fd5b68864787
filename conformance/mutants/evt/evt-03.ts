import { type Evento, eventoChanged, withEvento } from '../faults/evento.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'id-and-name-alone': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: eventoChanged((evento) => {
      const { id, nome } = evento.Object as Evento;
      return { ...evento, Object: { id, nome } };
    }),
  },
  'names-in-ascii': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: eventoChanged((evento) => {
      const { nome } = evento.Object as Evento;
      return typeof nome === 'string'
        ? { ...evento, Object: { ...(evento.Object as Evento), nome: nome.replaceAll(/[^ -~]/g, '?') } }
        : evento;
    }),
  },
  'update-shows-what-was-before': {
    // The event of one update looks like another attempt at the one before.
    mayBreak: ['EVT-14', 'EVT-15', 'SIG-04'],
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
  'changed-document-lacks-a-row': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: eventoChanged((evento) => {
      const { righe, ...others } = evento.Object as Evento;
      return evento.Type === 'Documento.Update' && Array.isArray(righe)
        ? { ...evento, Object: { ...others, righe: righe.slice(0, -1) } }
        : evento;
    }),
  },
  'a-deleted-contact-lacks-its-seat': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: eventoChanged((evento) => {
      const { sede: _, ...others } = evento.Object as Evento;
      return evento.Type === 'Anagrafica.Delete' ? { ...evento, Object: others } : evento;
    }),
  },
};
