import { eventoChanged, withEvento } from '../faults/evento.ts';
import { marksOf, wideWebhooksMarked } from '../faults/webhooks.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Faulty services that the check of EVT-05 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'EVT-05-company-of-the-webhook',
    mustBreak: ['EVT-05'],
    // A webhook for all companies has no company, so CompanyId becomes 0.
    fault: wideWebhooksMarked,
    deliveryFault: (context) => async (delivery, deliver) =>
      await deliver(marksOf(context).has(delivery.secret) ? withEvento(delivery, { ...bodyOf(delivery), CompanyId: 0 }) : delivery),
  },
  { id: 'EVT-05-always-the-first-company', mustBreak: ['EVT-05'], deliveryFault: eventoChanged((evento) => ({ ...evento, CompanyId: 1 })) },
  {
    id: 'EVT-05-exports-name-their-company-in-a-text',
    mustBreak: ['EVT-05'],
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: eventoChanged((evento) =>
      evento.Type === 'FatturaElettronicaXml.Export' ? { ...evento, CompanyId: String(evento.CompanyId) } : evento,
    ),
  },
];
