import type { ClientMutants } from '../client-mutant.ts';
import { type ClientParts, rightParts } from '../peer/client-parts.ts';

export const mutants: ClientMutants = {
  'token-from-the-body': { readToken: (headers, text) => (text.startsWith('{') ? JSON.parse(text).token : headers.get('x-token')) },
  'token-from-another-header': { readToken: (headers) => headers.get('x-auth-token') ?? headers.get('x-token') },
  'token-from-authorization': { readToken: (headers) => headers.get('authorization')?.replace('Bearer ', '') ?? headers.get('x-token') },
  'another-scheme': authorization((token) => `Token ${token}`),
  'no-scheme': authorization((token) => token),
  'padding-is-cut': authorization((token) => `Bearer ${token.replace(/=+$/, '')}`),
  'token-as-in-an-address': authorization((token) => `Bearer ${encodeURIComponent(token)}`),
  'long-tokens-are-cut': authorization((token) => `Bearer ${token.slice(0, 1024)}`),
  'delete-without-token': {
    headers: (environment, wanted, token) => {
      const { authorization: right, ...others } = rightParts.headers(environment, wanted, token);
      return wanted.method === 'DELETE' ? others : { ...others, authorization: right ?? '' };
    },
  },
};

function authorization(write: (token: string) => string): Partial<ClientParts> {
  return {
    headers: (environment, wanted, token) => ({ ...rightParts.headers(environment, wanted, token), authorization: write(token) }),
  };
}
