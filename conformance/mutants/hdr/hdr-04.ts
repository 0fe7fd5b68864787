import { half, LICENSE_KEY_HEADER, licenseKeyFilledIn } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { headerOf, withHeader } from '../peer/message.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'half-a-license-key-serves': licenseKeyFilledIn(half, ['getArticolo']),
  'license-key-ends-rightly': licenseKeyFilledIn((sent, right) => sent !== right && sent?.endsWith(right) === true, ['listArticolo']),
  'any-license-key-in-the-second-company':
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
};
