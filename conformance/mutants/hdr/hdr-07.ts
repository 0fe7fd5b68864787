import { inSecond } from '../faults/companies.ts';
import { eventoChanged } from '../faults/evento.ts';
import { forwarding } from '../faults/exchanges.ts';
import { APPLICATION_ID_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';

export const mutants: Mutants = {
  'application-id-of-the-last-login': () => {
    let last = '';
    return async (request, forward) => {
      if (request.operation === 'authenticate') last = headerOf(request, APPLICATION_ID_HEADER) ?? '';
      return await forward(request.operation === 'createAnagrafica' ? withHeader(request, APPLICATION_ID_HEADER, last) : request);
    };
  },
  'quotes-taken-off': forwarding((request) =>
    withHeader(request, APPLICATION_ID_HEADER, (headerOf(request, APPLICATION_ID_HEADER) ?? '').replace(/^"(.*)"$/, '$1')),
  ),
  'one-application-id-in-the-second-company': forwarding((request, context) =>
    inSecond(request, context) ? withHeader(request, APPLICATION_ID_HEADER, 'second') : request,
  ),
  'application-id-in-lower-case': forwarding((request) =>
    withHeader(request, APPLICATION_ID_HEADER, (headerOf(request, APPLICATION_ID_HEADER) ?? '').toLowerCase() || 'none'),
  ),
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
};
