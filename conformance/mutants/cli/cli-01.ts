import type { ClientMutant } from '../client-mutant.ts';
import { identity } from '../peer/client-parts.ts';

/** Faulty clients that the check of CLI-01 must catch. */
export const mutants: readonly ClientMutant[] = [
  {
    id: 'CLI-01-no-api-key',
    mustBreak: ['CLI-01'],
    parts: {
      loginHeaders: (environment) => ({
        [`X-${environment.CONFORMANCE_HEADER_WORD}-ApplicationId`]: environment.CONFORMANCE_APPLICATION_ID,
        'content-type': 'application/json',
      }),
    },
  },
  {
    id: 'CLI-01-no-application-id',
    mustBreak: ['CLI-01'],
    parts: {
      loginHeaders: (environment) => ({
        [`X-${environment.CONFORMANCE_HEADER_WORD}-ApiKey`]: environment.CONFORMANCE_API_KEY,
        'content-type': 'application/json',
      }),
    },
  },
  { id: 'CLI-01-text-instead-of-json', mustBreak: ['CLI-01'], parts: { loginHeaders: identity } },
  {
    id: 'CLI-01-a-form',
    mustBreak: ['CLI-01'],
    parts: {
      loginHeaders: (environment) => ({ ...identity(environment), 'content-type': 'application/x-www-form-urlencoded' }),
      loginBody: ({ CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD }) =>
        new URLSearchParams({ UserName: CONFORMANCE_USERNAME, Password: CONFORMANCE_PASSWORD }).toString(),
    },
  },
  {
    id: 'CLI-01-members-in-camel-case',
    mustBreak: ['CLI-01'],
    parts: {
      loginBody: ({ CONFORMANCE_USERNAME: userName, CONFORMANCE_PASSWORD: password }) => JSON.stringify({ userName, password }),
    },
  },
  {
    id: 'CLI-01-json-put-together-by-hand',
    mustBreak: ['CLI-01'],
    parts: {
      loginBody: ({ CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD }) =>
        `{"UserName":"${CONFORMANCE_USERNAME}","Password":"${CONFORMANCE_PASSWORD}"}`,
    },
  },
  {
    id: 'CLI-01-in-one-byte-letters',
    mustBreak: ['CLI-01'],
    parts: {
      loginBody: ({ CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD }) =>
        Uint8Array.from(Buffer.from(JSON.stringify({ UserName: CONFORMANCE_USERNAME, Password: CONFORMANCE_PASSWORD }), 'latin1')),
    },
  },
  {
    id: 'CLI-01-password-as-in-an-address',
    mustBreak: ['CLI-01'],
    parts: {
      loginBody: ({ CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD }) =>
        JSON.stringify({ UserName: CONFORMANCE_USERNAME, Password: encodeURIComponent(CONFORMANCE_PASSWORD) }),
    },
  },
  {
    id: 'CLI-01-path-of-the-address-is-lost',
    mustBreak: ['CLI-01'],
    parts: {
      loginUrl: ({ CONFORMANCE_ADMIN_URL, CONFORMANCE_VERSION }) =>
        String(new URL(`/api/${CONFORMANCE_VERSION}/authenticate`, CONFORMANCE_ADMIN_URL)),
    },
  },
];
