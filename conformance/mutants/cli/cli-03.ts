import type { ClientMutant } from '../client-mutant.ts';
import { type ClientParts, rightParts } from '../peer/client-parts.ts';

/** Faulty clients that the check of CLI-03 must catch. */
export const mutants: readonly ClientMutant[] = [
  {
    id: 'CLI-03-license-key-of-the-first-company',
    mustBreak: ['CLI-03'],
    parts: licenseKey(({ CONFORMANCE_LICENSE_KEY }) => CONFORMANCE_LICENSE_KEY),
  },
  {
    id: 'CLI-03-api-key-as-license-key-of-the-other',
    mustBreak: ['CLI-03'],
    parts: licenseKey(({ CONFORMANCE_API_KEY, CONFORMANCE_COMPANY_ID }, { company }) =>
      company.id === CONFORMANCE_COMPANY_ID ? company.licenseKey : CONFORMANCE_API_KEY,
    ),
  },
  {
    id: 'CLI-03-license-key-in-lower-case',
    mustBreak: ['CLI-03'],
    parts: licenseKey((_environment, { company }) => company.licenseKey.toLowerCase()),
  },
  {
    id: 'CLI-03-no-license-key-for-the-configuration',
    mustBreak: ['CLI-03'],
    parts: without('LicenseKey', ({ path }) => path.includes('/config/')),
  },
  { id: 'CLI-03-no-application-id-after-the-login', mustBreak: ['CLI-03'], parts: without('ApplicationId', () => true) },
  { id: 'CLI-03-no-api-key-with-get', mustBreak: ['CLI-03'], parts: without('ApiKey', ({ method }) => method === 'GET') },
  { id: 'CLI-03-no-application-id-with-put', mustBreak: ['CLI-03'], parts: without('ApplicationId', ({ method }) => method === 'PUT') },
];

type Headers = ClientParts['headers'];

function licenseKey(of: (...seen: Parameters<Headers>) => string): ClientMutant['parts'] {
  return {
    headers: (environment, wanted, token) => ({
      ...rightParts.headers(environment, wanted, token),
      [`X-${environment.CONFORMANCE_HEADER_WORD}-LicenseKey`]: of(environment, wanted, token),
    }),
  };
}

function without(name: string, when: (wanted: Parameters<Headers>[1]) => boolean): ClientMutant['parts'] {
  return {
    headers: (environment, wanted, token) => {
      const all = Object.entries(rightParts.headers(environment, wanted, token));
      return Object.fromEntries(all.filter(([header]) => !(header.endsWith(`-${name}`) && when(wanted))));
    },
  };
}
