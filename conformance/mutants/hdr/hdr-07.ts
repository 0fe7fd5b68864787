import { setTimeout as sleep } from 'node:timers/promises';
import { eventoChanged } from '../faults/evento.ts';
import { APPLICATION_ID_HEADER } from '../faults/headers.ts';
import { KEY_HEADER } from '../faults/keys.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** The time between a write and the recording of its event. */
const SLOW_MS = 20;

/** Faulty services that the check of HDR-07 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HDR-07-application-id-of-the-last-login',
    mustBreak: ['HDR-07'],
    fault: () => {
      let last = '';
      return async (request, forward) => {
        if (request.operation === 'authenticate') last = headerOf(request, APPLICATION_ID_HEADER) ?? '';
        return await forward(request.operation === 'createAnagrafica' ? withHeader(request, APPLICATION_ID_HEADER, last) : request);
      };
    },
  },
  {
    id: 'HDR-07-quotes-taken-off',
    mustBreak: ['HDR-07'],
    fault: () => async (request, forward) =>
      await forward(withHeader(request, APPLICATION_ID_HEADER, (headerOf(request, APPLICATION_ID_HEADER) ?? '').replace(/^"(.*)"$/, '$1'))),
  },
  {
    id: 'HDR-07-one-application-id-in-the-second-company',
    mustBreak: ['HDR-07'],
    fault:
      ({ target }) =>
      async (request, forward) =>
        await forward(companyOf(request.path) === target.companies[1]?.id ? withHeader(request, APPLICATION_ID_HEADER, 'second') : request),
  },
  {
    id: 'HDR-07-application-id-in-lower-case',
    mustBreak: ['HDR-07'],
    fault: () => async (request, forward) =>
      await forward(withHeader(request, APPLICATION_ID_HEADER, (headerOf(request, APPLICATION_ID_HEADER) ?? '').toLowerCase() || 'none')),
  },
  {
    id: 'HDR-07-deletions-of-documents-carry-fifty-characters',
    mustBreak: ['HDR-07'],
    mayBreak: ['HDR-08', 'EVT-14'],
    deliveryFault: eventoChanged((evento) =>
      evento.Type === 'Documento.Delete' ? { ...evento, ApplicationId: String(evento.ApplicationId).slice(0, 50) } : evento,
    ),
  },
  {
    id: 'HDR-07-application-ids-of-digits-come-as-numbers',
    mustBreak: ['HDR-07'],
    mayBreak: ['EVT-14'],
    deliveryFault: eventoChanged((evento) =>
      /^[1-9]\d{0,14}$/.test(String(evento.ApplicationId)) ? { ...evento, ApplicationId: Number(evento.ApplicationId) } : evento,
    ),
  },
  ...(['exportFatturaElettronicaXml', 'emitDocumento', 'updateArticolo'] as const).map(
    (operation): Mutant => ({
      id: `HDR-07-${operation}-with-a-key-loses-the-application-id`,
      mustBreak: ['HDR-07'],
      mayBreak: ['HDR-08', 'EVT-14'],
      fault: () => async (request, forward) =>
        request.operation === operation && headerOf(request, KEY_HEADER) !== undefined
          ? await forward(withHeader(request, APPLICATION_ID_HEADER, 'none'))
          : await forward(request),
    }),
  ),
  ...(['updateArticolo', 'deleteDocumento', 'emitDocumento'] as const).map(
    (operation): Mutant => ({
      id: `HDR-07-${operation}-takes-the-application-id-of-whoever-writes-last`,
      mustBreak: ['HDR-07'],
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
    }),
  ),
];
