import type { ClientMutant } from '../client-mutant.ts';
import { rightParts } from '../peer/client-parts.ts';

/** Faulty clients that the check of CLI-02 must catch. */
export const mutants: readonly ClientMutant[] = [
  {
    id: 'CLI-02-token-from-the-body',
    mustBreak: ['CLI-02'],
    parts: { readToken: (headers, text) => (text.startsWith('{') ? JSON.parse(text).token : headers.get('x-token')) },
  },
  {
    id: 'CLI-02-token-from-another-header',
    mustBreak: ['CLI-02'],
    parts: { readToken: (headers) => headers.get('x-auth-token') ?? headers.get('x-token') },
  },
  {
    id: 'CLI-02-token-from-authorization',
    mustBreak: ['CLI-02'],
    parts: { readToken: (headers) => headers.get('authorization')?.replace('Bearer ', '') ?? headers.get('x-token') },
  },
  { id: 'CLI-02-another-scheme', mustBreak: ['CLI-02'], parts: authorization((token) => `Token ${token}`) },
  { id: 'CLI-02-no-scheme', mustBreak: ['CLI-02'], parts: authorization((token) => token) },
  { id: 'CLI-02-padding-is-cut', mustBreak: ['CLI-02'], parts: authorization((token) => `Bearer ${token.replace(/=+$/, '')}`) },
  { id: 'CLI-02-token-as-in-an-address', mustBreak: ['CLI-02'], parts: authorization((token) => `Bearer ${encodeURIComponent(token)}`) },
  { id: 'CLI-02-long-tokens-are-cut', mustBreak: ['CLI-02'], parts: authorization((token) => `Bearer ${token.slice(0, 1024)}`) },
  {
    id: 'CLI-02-delete-without-token',
    mustBreak: ['CLI-02'],
    parts: {
      headers: (environment, wanted, token) => {
        const { authorization: right, ...others } = rightParts.headers(environment, wanted, token);
        return wanted.method === 'DELETE' ? others : { ...others, authorization: right ?? '' };
      },
    },
  },
];

function authorization(write: (token: string) => string): ClientMutant['parts'] {
  return {
    headers: (environment, wanted, token) => ({ ...rightParts.headers(environment, wanted, token), authorization: write(token) }),
  };
}
