import { formatSignatureHeader } from '../signature/header.ts';
import { requireSignable, type SignInput } from '../signature/input.ts';
import { hmacHex } from './hmac.ts';

/**
 * The value of the signature header for one delivery attempt (SIG-01, SIG-02, SIG-05).
 *
 * @throws {TypeError} when the secret is empty or the timestamp is not a whole number of seconds
 * @throws {WebhookError} `body-not-bytes`
 * @example
 * const header = sign({ body: new TextEncoder().encode('{}'), secret: 'whsec', timestamp: 1_700_000_000 });
 */
export function sign(input: SignInput): string {
  requireSignable(input);
  return formatSignatureHeader(input.timestamp, hmacHex(input.secret, `${input.timestamp}.`, input.body));
}
