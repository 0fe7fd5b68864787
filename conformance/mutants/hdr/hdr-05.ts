import type { OperationId } from '../../src/generated/operations.ts';
import { keyOf, LICENSE_KEY_HEADER } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, refusal, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** A fault that refuses the license key of another company only after executing the request. */
function refusedTooLate(operation: OperationId): Mutant['fault'] {
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

/** Faulty services that the check of HDR-05 must catch. */
export const mutants: readonly Mutant[] = Object.entries({
  writing: 'createAnagrafica',
  deleting: 'deleteAnagrafica',
  issuing: 'emitDocumento',
  exporting: 'exportFatturaElettronicaXml',
  'creating-an-item': 'createArticolo',
} as const).map(([name, operation]) => ({
  id: `HDR-05-refuses-after-${name}`,
  mustBreak: ['HDR-05'],
  fault: refusedTooLate(operation),
}));
