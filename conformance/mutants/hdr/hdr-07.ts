import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationId } from '../../src/generated/operations.ts';
import { eventoChanged } from '../faults/evento.ts';
import { APPLICATION_ID_HEADER } from '../faults/headers.ts';
import { KEY_HEADER } from '../faults/keys.ts';
import type { MutantEntry, Mutants } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** The time between a write and the recording of its event. */
const SLOW_MS = 20;

export const mutants: Mutants = {
  'application-id-of-the-last-login': () => {
    let last = '';
    return async (request, forward) => {
      if (request.operation === 'authenticate') last = headerOf(request, APPLICATION_ID_HEADER) ?? '';
      return await forward(request.operation === 'createAnagrafica' ? withHeader(request, APPLICATION_ID_HEADER, last) : request);
    };
  },
  'quotes-taken-off': () => async (request, forward) =>
    await forward(withHeader(request, APPLICATION_ID_HEADER, (headerOf(request, APPLICATION_ID_HEADER) ?? '').replace(/^"(.*)"$/, '$1'))),
  'one-application-id-in-the-second-company':
    ({ target }) =>
    async (request, forward) =>
      await forward(companyOf(request.path) === target.companies[1]?.id ? withHeader(request, APPLICATION_ID_HEADER, 'second') : request),
  'application-id-in-lower-case': () => async (request, forward) =>
    await forward(withHeader(request, APPLICATION_ID_HEADER, (headerOf(request, APPLICATION_ID_HEADER) ?? '').toLowerCase() || 'none')),
  'deletions-of-documents-carry-fifty-characters': {
    mayBreak: ['HDR-08', 'EVT-14'],
    deliveryFault: eventoChanged((evento) =>
      evento.Type === 'Documento.Delete' ? { ...evento, ApplicationId: String(evento.ApplicationId).slice(0, 50) } : evento,
    ),
  },
  'application-ids-of-digits-come-as-numbers': {
    mayBreak: ['EVT-14'],
    deliveryFault: eventoChanged((evento) =>
      /^[1-9]\d{0,14}$/.test(String(evento.ApplicationId)) ? { ...evento, ApplicationId: Number(evento.ApplicationId) } : evento,
    ),
  },
  'exportFatturaElettronicaXml-with-a-key-loses-the-application-id': lostWithAKey('exportFatturaElettronicaXml'),
  'emitDocumento-with-a-key-loses-the-application-id': lostWithAKey('emitDocumento'),
  'updateArticolo-with-a-key-loses-the-application-id': lostWithAKey('updateArticolo'),
  'updateArticolo-takes-the-application-id-of-whoever-writes-last': takenFromTheLast('updateArticolo'),
  'deleteDocumento-takes-the-application-id-of-whoever-writes-last': takenFromTheLast('deleteDocumento'),
  'emitDocumento-takes-the-application-id-of-whoever-writes-last': takenFromTheLast('emitDocumento'),
};

function lostWithAKey(operation: OperationId): MutantEntry {
  return {
    mayBreak: ['HDR-08', 'EVT-14'],
    fault: () => async (request, forward) =>
      request.operation === operation && headerOf(request, KEY_HEADER) !== undefined
        ? await forward(withHeader(request, APPLICATION_ID_HEADER, 'none'))
        : await forward(request),
  };
}

function takenFromTheLast(operation: OperationId): MutantEntry {
  return {
    mayBreak: ['EVT-14'],
    fault: () => {
      let last: string | undefined;
      return async (request, forward) => {
        if (request.method === 'GET') return await forward(request);
        last = headerOf(request, APPLICATION_ID_HEADER);
        await sleep(SLOW_MS);
        const isMixedUp = request.operation === operation && last !== undefined;
        return await forward(isMixedUp ? withHeader(request, APPLICATION_ID_HEADER, last ?? '') : request);
      };
    },
  };
}
