import type { OperationId } from '../../src/generated/operations.ts';
import { keyOf, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutants, NewFault } from '../mutant.ts';
import { headerOf, refusal, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** A fault that refuses the license key of another company only after executing the request. */
function refusedTooLate(operation: OperationId): NewFault {
  return ({ target }) =>
    async (request, forward) => {
      const right = keyOf(companyOf(request.path), target.companies);
      const sent = headerOf(request, LICENSE_KEY_HEADER);
      const isOthers = sent !== right && target.companies.some(({ licenseKey }) => licenseKey === sent);
      if (!isOthers || request.operation !== operation) return await forward(request);
      await forward(withHeader(request, LICENSE_KEY_HEADER, right));
      return refusal(403);
    };
}

export const mutants: Mutants = {
  'refuses-after-writing': refusedTooLate('createAnagrafica'),
  'refuses-after-deleting': refusedTooLate('deleteAnagrafica'),
  'refuses-after-issuing': refusedTooLate('emitDocumento'),
  'refuses-after-exporting': refusedTooLate('exportFatturaElettronicaXml'),
  'refuses-after-creating-an-item': refusedTooLate('createArticolo'),
};
