import { judgeClaim, openClaim, type Verified, type VerifyInput } from '../signature/claim.ts';
import { equalText, hmacHex } from './hmac.ts';

/**
 * Verifies that a delivery was signed with this secret, or one of these, over these bytes, within the tolerance of now (RCV-02 to RCV-12, RCV-16).
 *
 * @throws {WebhookError} with the code that says why it is refused
 * @throws {TypeError} when the secret is empty or the tolerance is not a number of seconds
 * @example
 * verify({ body, header, secret: [newSecret, oldSecret] });
 */
export function verify(input: VerifyInput): Verified {
  const claim = openClaim(input);
  const expected = claim.secrets.map((secret) => hmacHex(secret, claim.prefix, input.body));
  return judgeClaim(claim, expected, input, equalText);
}
