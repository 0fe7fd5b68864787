import { isOf, undelivered } from '../faults/attempts.ts';
import { eventoChanged, objectOf } from '../faults/evento.ts';
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
    deliveryFault: undelivered((delivery) => isOf(delivery, 'Documento.Emit') && bodyOf(delivery).CompanyId !== 1),
  },
  'no-issue-of-a-credit-note': {
    deliveryFault: undelivered((delivery) => isOf(delivery, 'Documento.Emit') && objectOf(bodyOf(delivery)).tipo === 'TD04'),
  },
  'what-another-user-issues-is-told-to-nobody': untold('emitDocumento', 'Documento.Emit', /Documento\/(\d+)/),
};
