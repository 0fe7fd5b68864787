import { type Evento, eventoChanged } from '../faults/evento.ts';
import { untold } from '../faults/others-changes.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'issue-is-an-update': {
    // A webhook that asks for Emit gets a type that it did not ask for.
    mustAlsoBreak: ['EVT-06'],
    mayBreak: ['EVT-04', 'EVT-15'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, Type: String(evento.Type).replace('Emit', 'Update') })),
  },
  'issue-in-the-first-company-alone': {
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, CompanyId } = bodyOf(delivery);
      return Type === 'Documento.Emit' && CompanyId !== 1 ? 204 : await deliver(delivery);
    },
  },
  'no-issue-of-a-credit-note': {
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, Object: object } = bodyOf(delivery);
      return Type === 'Documento.Emit' && (object as Evento).tipo === 'TD04' ? 204 : await deliver(delivery);
    },
  },
  'what-another-user-issues-is-told-to-nobody': untold('emitDocumento', 'Documento.Emit', /Documento\/(\d+)/),
};
