import type { Evento } from '../faults/evento.ts';
import { withheld } from '../faults/subscriptions.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'export-unsaid': {
    deliveryFault: withheld('FatturaElettronicaXml.Export'),
  },
  'a-second-export-unsaid': {
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
};
