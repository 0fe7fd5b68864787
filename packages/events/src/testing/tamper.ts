import type { SignedRequest } from './signed-request.ts';

/** What somebody on the way could change. */
export type Tampering = 'body' | 'signature' | 'timestamp' | 'no-header' | 'scheme';

/** Every kind of tampering, to try them all. */
export const tamperings: readonly Tampering[] = ['body', 'signature', 'timestamp', 'no-header', 'scheme'];

/**
 * The same delivery with one thing changed after it was signed. A receiver must refuse each (RCV-02 to RCV-05, RCV-12).
 *
 * @example
 * for (const tampering of tamperings) {
 *   const { url, ...init } = tamper(signedRequest({ secret: 'whsec' }), tampering);
 *   console.log((await fetch(url, init)).status); // 400 each time
 * }
 */
export function tamper(request: SignedRequest, tampering: Tampering): SignedRequest {
  if (tampering === 'body') return { ...request, body: Uint8Array.from([...request.body, 0x20]) };
  if (tampering === 'no-header') return { ...request, headers: { 'Content-Type': 'application/json' } };
  const changed = Object.entries(request.headers).map(([name, value]) => [name, value.includes('v2=') ? CHANGES[tampering](value) : value]);
  return { ...request, headers: Object.fromEntries(changed) };
}

const CHANGES: Readonly<Record<'signature' | 'timestamp' | 'scheme', (header: string) => string>> = {
  signature: (header) => header.slice(0, -1) + (header.endsWith('0') ? '1' : '0'),
  timestamp: (header) => header.replace(/t=([0-9]+)/, (_, seconds: string) => `t=${Number(seconds) - 1}`),
  scheme: (header) => header.replace('v2=', 'v1='),
};
