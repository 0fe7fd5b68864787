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
export const mutants: readonly Mutant[] = [
  {
    id: 'HDR-05-any-own-license-reads-items',
    mustBreak: ['HDR-05'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const own = target.companies.some(({ licenseKey }) => licenseKey === headerOf(request, LICENSE_KEY_HEADER));
        const company = companyOf(request.path);
        const swap = own && request.operation === 'getArticolo' && target.companies.some(({ id }) => id === company);
        return await forward(swap ? withHeader(request, LICENSE_KEY_HEADER, keyOf(company, target.companies)) : request);
      },
  },
  {
    id: 'HDR-05-refuses-after-writing',
    mustBreak: ['HDR-05'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const company = companyOf(request.path);
        const right = keyOf(company, target.companies);
        const sent = headerOf(request, LICENSE_KEY_HEADER);
        const other =
          sent !== right &&
          target.companies.some(({ licenseKey }) => licenseKey === sent) &&
          target.companies.some(({ id }) => id === company);
        if (!other || request.operation !== 'createAnagrafica') return await forward(request);
        await forward(withHeader(request, LICENSE_KEY_HEADER, right));
        return refusal(403);
      },
  },
  {
    id: 'HDR-05-refuses-after-deleting',
    mustBreak: ['HDR-05'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const right = keyOf(companyOf(request.path), target.companies);
        const sent = headerOf(request, LICENSE_KEY_HEADER);
        const other = sent !== right && target.companies.some(({ licenseKey }) => licenseKey === sent);
        if (!other || request.operation !== 'deleteAnagrafica') return await forward(request);
        await forward(withHeader(request, LICENSE_KEY_HEADER, right));
        return refusal(403);
      },
  },
  {
    id: 'HDR-05-any-own-license-creates-documents',
    mustBreak: ['HDR-05'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const own = target.companies.some(({ licenseKey }) => licenseKey === headerOf(request, LICENSE_KEY_HEADER));
        const company = target.companies.find(({ id }) => id === companyOf(request.path));
        const swap = own && company !== undefined && request.operation === 'createDocumento';
        return await forward(swap ? withHeader(request, LICENSE_KEY_HEADER, company.licenseKey) : request);
      },
  },
  { id: 'HDR-05-refuses-after-issuing', mustBreak: ['HDR-05'], fault: refusedTooLate('emitDocumento') },
  { id: 'HDR-05-refuses-after-exporting', mustBreak: ['HDR-05'], fault: refusedTooLate('exportFatturaElettronicaXml') },
  { id: 'HDR-05-refuses-after-creating-an-item', mustBreak: ['HDR-05'], fault: refusedTooLate('createArticolo') },
];
