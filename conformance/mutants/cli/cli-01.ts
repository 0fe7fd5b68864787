import type { ClientMutants } from '../client-mutant.ts';
import { identity } from '../peer/client-parts.ts';

export const mutants: ClientMutants = {
  'no-api-key': {
    loginHeaders: (environment) => ({
      [`X-${environment.CONFORMANCE_HEADER_WORD}-ApplicationId`]: environment.CONFORMANCE_APPLICATION_ID,
      'content-type': 'application/json',
    }),
  },
  'no-application-id': {
    loginHeaders: (environment) => ({
      [`X-${environment.CONFORMANCE_HEADER_WORD}-ApiKey`]: environment.CONFORMANCE_API_KEY,
      'content-type': 'application/json',
    }),
  },
  'text-instead-of-json': { loginHeaders: identity },
  'a-form': {
    loginHeaders: (environment) => ({ ...identity(environment), 'content-type': 'application/x-www-form-urlencoded' }),
    loginBody: ({ CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD }) =>
      new URLSearchParams({ UserName: CONFORMANCE_USERNAME, Password: CONFORMANCE_PASSWORD }).toString(),
  },
  'members-in-camel-case': {
    loginBody: ({ CONFORMANCE_USERNAME: userName, CONFORMANCE_PASSWORD: password }) => JSON.stringify({ userName, password }),
  },
  'json-put-together-by-hand': {
    loginBody: ({ CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD }) =>
      `{"UserName":"${CONFORMANCE_USERNAME}","Password":"${CONFORMANCE_PASSWORD}"}`,
  },
  'in-one-byte-letters': {
    loginBody: ({ CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD }) =>
      Uint8Array.from(Buffer.from(JSON.stringify({ UserName: CONFORMANCE_USERNAME, Password: CONFORMANCE_PASSWORD }), 'latin1')),
  },
  'password-as-in-an-address': {
    loginBody: ({ CONFORMANCE_USERNAME, CONFORMANCE_PASSWORD }) =>
      JSON.stringify({ UserName: CONFORMANCE_USERNAME, Password: encodeURIComponent(CONFORMANCE_PASSWORD) }),
  },
  'path-of-the-address-is-lost': {
    loginUrl: ({ CONFORMANCE_ADMIN_URL, CONFORMANCE_VERSION }) =>
      String(new URL(`/api/${CONFORMANCE_VERSION}/authenticate`, CONFORMANCE_ADMIN_URL)),
  },
};
