import { judgeClaim, openClaim, type Verified, type VerifyInput } from '../signature/claim.ts';
import { equalText, hmacHex } from './hmac.ts';

/**
 * `verify` of the main entry, with Web Crypto: for browsers, workers and edge runtimes.
 *
 * @example
 * await verify({ body, header, secret: 'whsec' });
 */
export async function verify(input: VerifyInput): Promise<Verified> {
  const claim = openClaim(input);
  const expected = await Promise.all(claim.secrets.map((secret) => hmacHex(secret, claim.prefix, input.body)));
  return judgeClaim(claim, expected, input, equalText);
}
