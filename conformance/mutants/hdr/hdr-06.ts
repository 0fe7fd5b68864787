import { APPLICATION_ID_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

export const mutants: Mutants = {
  'application-id-of-64-characters': () => async (request, forward) =>
    (headerOf(request, APPLICATION_ID_HEADER) ?? '').length > 64 ? refusal(400) : await forward(request),
  'application-id-without-commas': () => async (request, forward) =>
    request.operation === 'createAnagrafica' && /[,;]/.test(headerOf(request, APPLICATION_ID_HEADER) ?? '')
      ? refusal(400)
      : await forward(request),
  'deletion-under-a-plain-application-id-alone': () => async (request, forward) =>
    request.method === 'DELETE' && headerOf(request, APPLICATION_ID_HEADER)?.includes('\\') ? refusal(400) : await forward(request),
  'firewall-that-knows-paths': () => async (request, forward) =>
    headerOf(request, APPLICATION_ID_HEADER)?.includes('../') ? refusal(403) : await forward(request),
};
