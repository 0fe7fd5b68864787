import { APPLICATION_ID_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, refusal } from '../peer/message.ts';

/** Faulty services that the check of HDR-06 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HDR-06-application-id-of-64-characters',
    mustBreak: ['HDR-06'],
    fault: () => async (request, forward) =>
      (headerOf(request, APPLICATION_ID_HEADER) ?? '').length > 64 ? refusal(400) : await forward(request),
  },
  {
    id: 'HDR-06-application-id-without-commas',
    mustBreak: ['HDR-06'],
    fault: () => async (request, forward) =>
      request.operation === 'createAnagrafica' && /[,;]/.test(headerOf(request, APPLICATION_ID_HEADER) ?? '')
        ? refusal(400)
        : await forward(request),
  },
  {
    id: 'HDR-06-deletion-under-a-plain-application-id-alone',
    mustBreak: ['HDR-06'],
    fault: () => async (request, forward) =>
      request.method === 'DELETE' && headerOf(request, APPLICATION_ID_HEADER)?.includes('\\') ? refusal(400) : await forward(request),
  },
  {
    id: 'HDR-06-firewall-that-knows-paths',
    mustBreak: ['HDR-06'],
    fault: () => async (request, forward) =>
      headerOf(request, APPLICATION_ID_HEADER)?.includes('../') ? refusal(403) : await forward(request),
  },
];
