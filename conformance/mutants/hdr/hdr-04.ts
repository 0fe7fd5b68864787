import { half, LICENSE_KEY_HEADER, licenseKeyFilledIn } from '../faults/headers.ts';
import type { Mutant } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

/** Faulty services that the check of HDR-04 must catch. */
export const mutants: readonly Mutant[] = [
  { id: 'HDR-04-half-a-license-key-serves', mustBreak: ['HDR-04'], fault: licenseKeyFilledIn(half, ['getArticolo']) },
  {
    id: 'HDR-04-license-key-ends-rightly',
    mustBreak: ['HDR-04'],
    fault: licenseKeyFilledIn((sent, right) => sent !== right && sent?.endsWith(right) === true, ['listArticolo']),
  },
  {
    id: 'HDR-04-any-license-key-in-the-second-company',
    mustBreak: ['HDR-04'],
    fault:
      ({ target }) =>
      async (request, forward) => {
        const company = target.companies[1];
        const sent = headerOf(request, LICENSE_KEY_HEADER);
        const others = [...target.companies, target.foreignCompany].map((known) => known?.licenseKey);
        const strange =
          company !== undefined &&
          request.operation === 'listAnagrafica' &&
          companyOf(request.path) === company.id &&
          sent !== undefined &&
          !others.includes(sent);
        return await forward(strange ? withHeader(request, LICENSE_KEY_HEADER, company.licenseKey) : request);
      },
  },
];
