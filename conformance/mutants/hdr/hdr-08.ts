import { forwarding } from '../faults/exchanges.ts';
import { APPLICATION_ID_HEADER, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { type Call, without } from '../peer/message.ts';

function onlyExact(request: Call, name: string, exact: string): Call {
  return request.headers.some(([sent]) => sent === exact) ? request : without(request, name);
}

export const mutants: Mutants = {
  'license-key-in-this-case-only': {
    mustAlsoBreak: ['IDEM-13'],
    fault: forwarding((request) => onlyExact(request, LICENSE_KEY_HEADER, 'X-Service-LicenseKey')),
  },
  'no-all-lower-case-bearer': {
    mustAlsoBreak: ['IDEM-13'],
    fault: forwarding((request) => ({ ...request, headers: request.headers.filter(([name]) => name !== 'authorization') })),
  },
  'a-document-reads-its-application-id-in-one-case': forwarding((request) =>
    request.operation === 'createDocumento' ? onlyExact(request, APPLICATION_ID_HEADER, APPLICATION_ID_HEADER) : request,
  ),
};
