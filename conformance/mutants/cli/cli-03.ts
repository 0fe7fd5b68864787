import type { ClientMutants } from '../client-mutant.ts';
import { type ClientParts, rightParts } from '../peer/client-parts.ts';

export const mutants: ClientMutants = {
  'license-key-of-the-first-company': licenseKey(({ CONFORMANCE_LICENSE_KEY }) => CONFORMANCE_LICENSE_KEY),
  'api-key-as-license-key-of-the-other': licenseKey(({ CONFORMANCE_API_KEY, CONFORMANCE_COMPANY_ID }, { company }) =>
    company.id === CONFORMANCE_COMPANY_ID ? company.licenseKey : CONFORMANCE_API_KEY,
  ),
  'license-key-in-lower-case': licenseKey((_environment, { company }) => company.licenseKey.toLowerCase()),
  'no-license-key-for-the-configuration': without('LicenseKey', ({ path }) => path.includes('/config/')),
  'no-application-id-after-the-login': without('ApplicationId', () => true),
  'no-api-key-with-get': without('ApiKey', ({ method }) => method === 'GET'),
  'no-application-id-with-put': without('ApplicationId', ({ method }) => method === 'PUT'),
};

type Headers = ClientParts['headers'];

function licenseKey(of: (...seen: Parameters<Headers>) => string): Partial<ClientParts> {
  return {
    headers: (environment, wanted, token) => ({
      ...rightParts.headers(environment, wanted, token),
      [`X-${environment.CONFORMANCE_HEADER_WORD}-LicenseKey`]: of(environment, wanted, token),
    }),
  };
}

function without(name: string, when: (wanted: Parameters<Headers>[1]) => boolean): Partial<ClientParts> {
  return {
    headers: (environment, wanted, token) => {
      const all = Object.entries(rightParts.headers(environment, wanted, token));
      return Object.fromEntries(all.filter(([header]) => !(header.endsWith(`-${name}`) && when(wanted))));
    },
  };
}
