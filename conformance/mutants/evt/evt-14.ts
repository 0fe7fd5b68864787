import { withEvento } from '../faults/evento.ts';
import { logged, loggedAs } from '../faults/logged-events.ts';
import { marksOf } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Faulty services that the check of EVT-14 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'EVT-14-the-log-forgets-what-its-deliveries-came-to',
    mustBreak: ['EVT-14'],
    // An entry of the list is no longer what a GET shows.
    mayBreak: ['COMP-10'],
    fault: loggedAs((entry) => ({ ...entry, deliveries: [] }))('articolo.Update'),
  },
  {
    id: 'EVT-14-the-log-shows-an-issue-twice',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: logged((entries) => entries.flatMap((entry) => (isIssue(entry) ? [entry, entry] : [entry])))('Documento.Emit'),
  },
  {
    id: 'EVT-14-the-log-shows-the-oldest-first',
    mustBreak: ['EVT-14'],
    mayBreak: ['COMP-10'],
    fault: logged((entries) => entries.toReversed())('Documento.Emit'),
  },
  {
    id: 'EVT-14-documents-delivered-again-have-another-guid',
    mustBreak: ['EVT-14'],
    mayBreak: ['EVT-04', 'EVT-15'],
    fault: (context) => async (request, forward) => {
      if (request.operation === 'redeliverEvento') marksOf(context).set(request.path.split('/').at(-2) ?? '', 'delivered again');
      return await forward(request);
    },
    deliveryFault: (context) => async (delivery, deliver) => {
      const evento = bodyOf(delivery);
      const isAgain = String(evento.Type).startsWith('Documento.') && marksOf(context).has(String(evento.EventGuid));
      return await deliver(isAgain ? withEvento(delivery, { ...evento, EventGuid: `${String(evento.EventGuid)}-again` }) : delivery);
    },
  },
];

function isIssue({ evento }: Record<string, unknown>): boolean {
  return (evento as Record<string, unknown>).Type === 'Documento.Emit';
}
