import { APPLICATION_ID_HEADER, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { type Call, without } from '../peer/message.ts';

function onlyExact(request: Call, name: string, exact: string): Call {
  return request.headers.some(([sent]) => sent === exact) ? request : without(request, name);
}

/** Faulty services that the check of HDR-08 must catch. */
export const mutants: readonly Mutant[] = [
  {
    id: 'HDR-08-license-key-in-this-case-only',
    mustBreak: ['HDR-08', 'IDEM-13'],
    fault: () => async (request, forward) => await forward(onlyExact(request, LICENSE_KEY_HEADER, 'X-Service-LicenseKey')),
  },
  {
    id: 'HDR-08-no-all-lower-case-bearer',
    mustBreak: ['HDR-08', 'IDEM-13'],
    fault: () => async (request, forward) =>
      await forward({ ...request, headers: request.headers.filter(([name]) => name !== 'authorization') }),
  },
  {
    id: 'HDR-08-a-document-reads-its-application-id-in-one-case',
    mustBreak: ['HDR-08'],
    fault: () => async (request, forward) =>
      await forward(request.operation === 'createDocumento' ? onlyExact(request, APPLICATION_ID_HEADER, APPLICATION_ID_HEADER) : request),
  },
];
