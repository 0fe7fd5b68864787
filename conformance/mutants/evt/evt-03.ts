import { type Evento, objectOf, objectTold, subjectOf, withEvento } from '../faults/evento.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'id-and-name-alone': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: objectTold('', ({ id, nome }) => ({ id, nome })),
  },
  'names-in-ascii': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: objectTold('', (object) =>
      typeof object.nome === 'string' ? { ...object, nome: object.nome.replaceAll(/[^ -~]/g, '?') } : object,
    ),
  },
  'update-shows-what-was-before': {
    // The event of one update looks like another attempt at the one before.
    mayBreak: ['EVT-14', 'EVT-15', 'SIG-04'],
    deliveryFault: () => {
      const states = new Map<string, { readonly guid: unknown; readonly object: Evento }[]>();
      return async (delivery, deliver) => {
        const evento = bodyOf(delivery);
        const { Type, EventGuid: guid } = evento;
        const object = objectOf(evento);
        if (!String(Type).startsWith('Anagrafica.')) return await deliver(delivery);
        const about = subjectOf(evento);
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
    deliveryFault: objectTold('Documento.Update', ({ righe, ...others }) => ({
      ...others,
      righe: Array.isArray(righe) ? righe.slice(0, -1) : righe,
    })),
  },
  'a-deleted-contact-lacks-its-seat': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: objectTold('Anagrafica.Delete', ({ sede: _, ...others }) => others),
  },
};
