import { createHmac } from 'node:crypto';
import { eventoChanged, objectOf, subjectOf } from '../faults/evento.ts';
import type { Mutants } from '../mutant.ts';
import { bodyOf, headerOf } from '../peer/message.ts';

/** The keys of created items by their codes, shared between requests and deliveries. */
const keysOfItems = new Map<unknown, string>();

export const mutants: Mutants = {
  'guid-of-the-webhook': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: eventoChanged((evento, { secret }) => ({
      ...evento,
      EventGuid: createHmac('md5', secret).update(String(evento.EventGuid)).digest('hex'),
    })),
  },
  'guid-of-the-type': {
    mayBreak: ['DLV-02', 'EVT-08', 'EVT-14', 'EVT-15', 'SIG-04'],
    deliveryFault: eventoChanged((evento) => ({ ...evento, EventGuid: `${evento.Type}` })),
  },
  'guid-of-the-object': {
    mayBreak: ['EVT-08', 'EVT-14', 'EVT-15', 'SIG-04'],
    deliveryFault: eventoChanged((evento) => ({
      ...evento,
      EventGuid: `${String(evento.Type).split('.')[0]} ${subjectOf(evento)}`,
    })),
  },
  'each-webhook-has-its-own-guid-of-a-deleted-document': {
    mayBreak: ['EVT-14', 'EVT-15'],
    deliveryFault: eventoChanged((evento, { secret }) =>
      evento.Type === 'Documento.Delete' ? { ...evento, EventGuid: `${String(evento.EventGuid)}-${secret.slice(-8)}` } : evento,
    ),
  },
  'further-exports-of-a-document-have-the-guid-of-the-first': {
    mayBreak: ['EVT-10', 'EVT-14', 'EVT-15', 'IDEM-04'],
    deliveryFault: (context) => {
      const guids = new Map<string, unknown>();
      return eventoChanged((evento) => {
        const document = `${evento.CompanyId} ${objectOf(evento).documentoId}`;
        if (evento.Type !== 'FatturaElettronicaXml.Export') return evento;
        if (!guids.has(document)) guids.set(document, evento.EventGuid);
        return { ...evento, EventGuid: guids.get(document) };
      })(context);
    },
  },
  'one-key-of-two-users-is-one-guid': {
    // The log shows the second event with another guid.
    mayBreak: ['EVT-14', 'EVT-15'],
    fault: () => {
      keysOfItems.clear();
      return async (request, forward) => {
        const key = headerOf(request, 'Idempotency-Key');
        if (request.operation === 'createArticolo' && key !== undefined) keysOfItems.set(bodyOf(request).codice, key);
        return await forward(request);
      };
    },
    deliveryFault: (context) => {
      const guids = new Map<string, unknown>();
      return eventoChanged((evento) => {
        const key = evento.Type === 'articolo.Create' ? keysOfItems.get(objectOf(evento).codice) : undefined;
        if (key === undefined) return evento;
        guids.set(key, guids.get(key) ?? evento.EventGuid);
        return { ...evento, EventGuid: guids.get(key) };
      })(context);
    },
  },
};
