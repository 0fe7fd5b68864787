import { type Evento, eventoChanged } from '../faults/evento.ts';
import { untold } from '../faults/others-changes.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Faulty services that the check of EVT-09 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'EVT-09-issue-is-an-update',
    // A webhook that asks for Emit gets a type that it did not ask for.
    mustBreak: ['EVT-09', 'EVT-06'],
    mayBreak: ['EVT-04', 'EVT-15'],
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
  {
    id: 'EVT-09-no-issue-of-a-credit-note',
    mustBreak: ['EVT-09'],
    deliveryFault: () => async (delivery, deliver) => {
      const { Type, Object: object } = bodyOf(delivery);
      return Type === 'Documento.Emit' && (object as Evento).tipo === 'TD04' ? 204 : await deliver(delivery);
    },
  },
  {
    id: 'EVT-09-what-another-user-issues-is-told-to-nobody',
    mustBreak: ['EVT-09'],
    ...untold('emitDocumento', 'Documento.Emit', /Documento\/(\d+)/),
  },
];
