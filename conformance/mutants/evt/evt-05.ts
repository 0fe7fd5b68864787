import { delivering } from '../faults/attempts.ts';
import { eventoChanged, withEvento } from '../faults/evento.ts';
import { marksOf, wideWebhooksMarked } from '../faults/webhooks.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'company-of-the-webhook': {
    // A webhook for all companies has no company, so CompanyId becomes 0.
    fault: wideWebhooksMarked,
    deliveryFault: delivering((delivery, context) =>
      marksOf(context).has(delivery.secret) ? withEvento(delivery, { ...bodyOf(delivery), CompanyId: 0 }) : delivery,
    ),
  },
  'always-the-first-company': { deliveryFault: eventoChanged((evento) => ({ ...evento, CompanyId: 1 })) },
  'exports-name-their-company-in-a-text': {
    mayBreak: ['EVT-03', 'EVT-14'],
    deliveryFault: eventoChanged((evento) =>
      evento.Type === 'FatturaElettronicaXml.Export' ? { ...evento, CompanyId: String(evento.CompanyId) } : evento,
    ),
  },
};
