import { formatSignatureHeader } from '../signature/header.ts';
import { requireSignable, type SignInput } from '../signature/input.ts';
import { hmacHex } from './hmac.ts';

/**
 * `sign` of the main entry, with Web Crypto: for browsers, workers and edge runtimes.
 *
 * @example
 * const header = await sign({ body: new TextEncoder().encode('{}'), secret: 'whsec', timestamp: 1_700_000_000 });
 */
export async function sign(input: SignInput): Promise<string> {
  requireSignable(input);
  return formatSignatureHeader(input.timestamp, await hmacHex(input.secret, `${input.timestamp}.`, input.body));
}
