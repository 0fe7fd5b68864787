import type { Evento } from '../faults/evento.ts';
import { withheld } from '../faults/subscriptions.ts';
import type { Mutant } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

/** Faulty services that the check of EVT-10 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'EVT-10-export-unsaid', mustBreak: ['EVT-10'], deliveryFault: withheld('FatturaElettronicaXml.Export') },
  {
    id: 'EVT-10-a-second-export-unsaid',
    mustBreak: ['EVT-10'],
    deliveryFault: () => {
      const first = new Map<string, unknown>();
      return async (delivery, deliver) => {
        const { Type, EventGuid, CompanyId, Object: object } = bodyOf(delivery);
        if (Type !== 'FatturaElettronicaXml.Export') return await deliver(delivery);
        const exported = `${delivery.secret} ${CompanyId} ${(object as Evento).documentoId}`;
        if (!first.has(exported)) first.set(exported, EventGuid);
        return first.get(exported) === EventGuid ? await deliver(delivery) : 204;
      };
    },
  },
];
