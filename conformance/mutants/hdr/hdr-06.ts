import { refusing } from '../faults/exchanges.ts';
import { APPLICATION_ID_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf } from '../peer/message.ts';

export const mutants: Mutants = {
  'application-id-of-64-characters': refusing(400, (request) => (headerOf(request, APPLICATION_ID_HEADER) ?? '').length > 64),
  'application-id-without-commas': refusing(
    400,
    (request) => request.operation === 'createAnagrafica' && /[,;]/.test(headerOf(request, APPLICATION_ID_HEADER) ?? ''),
  ),
  'deletion-under-a-plain-application-id-alone': refusing(
    400,
    (request) => request.method === 'DELETE' && (headerOf(request, APPLICATION_ID_HEADER) ?? '').includes('\\'),
  ),
  'firewall-that-knows-paths': refusing(403, (request) => (headerOf(request, APPLICATION_ID_HEADER) ?? '').includes('../')),
};
