import { half, licenseKeyFilledIn } from '../faults/headers.ts';
import type { Mutants } from '../mutant.ts';
import { companyOf } from '../peer/operation-of.ts';

export const mutants: Mutants = {
  'half-a-license-key-serves': licenseKeyFilledIn('getArticolo', half),
  'license-key-ends-rightly': licenseKeyFilledIn('listArticolo', (sent, right) => sent !== right && sent?.endsWith(right) === true),
  'any-license-key-in-the-second-company': licenseKeyFilledIn(
    'listAnagrafica',
    (sent, _right, { path }, { companies, foreignCompany }) =>
      companyOf(path) === companies[1]?.id &&
      sent !== undefined &&
      ![...companies, foreignCompany].some((known) => known?.licenseKey === sent),
  ),
};
