import { KEY_HEADER } from '../faults/keys.ts';
import { repeating, sharing } from '../faults/repeated-answers.ts';
import type { Mutants, NewFault, Request } from '../mutant.ts';
import { bodyOf, headerOf } from '../peer/message.ts';

/** A service that repeats its answer to an equal request. @param partOf what must be equal. Undefined for requests that are left alone */
function equalAreOne(operation: string, partOf: (request: Request) => unknown = ({ body }) => body): NewFault {
  return repeating((request) => equal(operation, request, partOf(request)));
}

function equal(operation: string, request: Request, part: unknown): string | undefined {
  const isMeant = request.operation === operation && headerOf(request, KEY_HEADER) === undefined && part !== undefined;
  return isMeant ? `${headerOf(request, 'Authorization')} ${request.path} ${part}` : undefined;
}

export const mutants: Mutants = {
  'equal-posts-are-one': equalAreOne('createAnagrafica'),
  'equal-documents-are-one': equalAreOne('createDocumento'),
  // The buyers in the suite's documents share a tax code, but have no telephone, so they are left alone.
  'contacts-of-one-tax-code-are-one': equalAreOne('createAnagrafica', (request) => {
    const { codiceFiscale, telefono } = bodyOf(request);
    return typeof telefono === 'string' ? (codiceFiscale ?? undefined) : undefined;
  }),
  'equal-documents-at-once-are-one': sharing((request) => equal('createDocumento', request, request.body)),
};
