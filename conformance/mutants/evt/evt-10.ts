import { isOf, undelivered } from '../faults/attempts.ts';
import { objectOf } from '../faults/evento.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'export-unsaid': { deliveryFault: undelivered((delivery) => isOf(delivery, 'FatturaElettronicaXml.Export')) },
  'a-second-export-unsaid': {
    deliveryFault: () => {
      const first = new Map<string, unknown>();
      return async (delivery, deliver) => {
        if (!isOf(delivery, 'FatturaElettronicaXml.Export')) return await deliver(delivery);
        const { EventGuid, CompanyId, ...evento } = bodyOf(delivery);
        const exported = `${delivery.secret} ${CompanyId} ${objectOf(evento).documentoId}`;
        if (!first.has(exported)) first.set(exported, EventGuid);
        return first.get(exported) === EventGuid ? await deliver(delivery) : 204;
      };
    },
  },
};
