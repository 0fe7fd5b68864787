import { SIGNATURE_TOLERANCE_MS } from '../generated/limits.ts';
import { WebhookError } from '../webhook-error.ts';
import { parseSignatureHeader } from './header.ts';
import { requireBytes, requireSecret } from './input.ts';

/** The tolerance that the source gives its official libraries, in seconds. */
export const TOLERANCE_SECONDS_DEFAULT: number = SIGNATURE_TOLERANCE_MS / 1000;

/** What `verify` needs to judge one delivery. */
export interface VerifyInput {
  /** The value of the signature header, as received. */
  readonly header: string | null | undefined;
  /** The raw bytes of the request body, before any decoding (RCV-11). */
  readonly body: Uint8Array;
  /**
   * The secret of the webhook that sends to this endpoint, exactly as its creation answered it. It is never trimmed. Give several if
   * several webhooks send to one endpoint, or one replaces another. One that matches is enough.
   */
  readonly secret: string | readonly string[];
  /** How far the timestamp may be from now, before or after, in seconds. Default 300. */
  readonly toleranceSeconds?: number | undefined;
  /** The present time in Unix seconds. Default: the clock of this machine. */
  readonly nowSeconds?: number | undefined;
}

/** A verified delivery. */
export interface Verified {
  /** When it was signed, in Unix seconds. */
  readonly timestamp: number;
  /** Which of several secrets it was signed with, counted from 0. */
  readonly secretIndex: number;
}

/** A delivery's claim to be genuine: what must be signed, with what, and what was received as its signatures. */
export interface Claim {
  /** The signed string up to the body: the timestamp as text and a point. */
  readonly prefix: string;
  readonly timestamp: number;
  readonly signatures: readonly string[];
  readonly secrets: readonly string[];
}

/** Verification steps 1 and 2: read the header, build what was signed. The platform computes its MAC (step 3). */
export function openClaim(input: VerifyInput): Claim {
  const { secret, toleranceSeconds = 0, nowSeconds = 0 } = input;
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!Array.isArray(secrets) || secrets.length === 0) requireSecret('');
  for (const each of secrets) requireSecret(each);
  // By hand, because the smallest entries hold what they need and no more. A number, and not below 0: whatever else differs from what abs makes of it.
  if (Math.abs(toleranceSeconds) !== toleranceSeconds) throw new TypeError('toleranceSeconds must be 0 or more.');
  if (!Number.isFinite(nowSeconds)) throw new TypeError('nowSeconds must be a number.');
  requireBytes(input.body);
  const { timestampText, timestamp, signatures } = parseSignatureHeader(input.header);
  return { prefix: `${timestampText}.`, timestamp, signatures, secrets };
}

/**
 * Verification steps 4 and 5. The signature is checked before the time, so that an unsigned request learns nothing about our clock.
 * `expected` has the MAC of each secret, in hex; `equal` compares two strings of 64 hex digits in constant time.
 */
export function judgeClaim(
  claim: Claim,
  expected: readonly string[],
  input: VerifyInput,
  equal: (a: string, b: string) => boolean,
): Verified {
  let secretIndex = -1;
  // Every value is compared with every MAC, whichever matched (RCV-06).
  for (const signature of claim.signatures) {
    for (let index = 0; index < expected.length; index += 1) {
      const mac = expected[index] ?? '';
      // `equal` may compare only the low byte of each character, so texts that it calls equal can still differ.
      if (signature.length === mac.length && equal(signature, mac) && signature === mac) secretIndex = index;
    }
  }
  if (secretIndex === -1) throw new WebhookError('mismatch', 'No v2 element signs this body under this secret.');
  requireInTime(claim.timestamp, input);
  return { timestamp: claim.timestamp, secretIndex };
}

function requireInTime(timestamp: number, input: VerifyInput): void {
  const { toleranceSeconds = TOLERANCE_SECONDS_DEFAULT, nowSeconds = Math.floor(Date.now() / 1000) } = input;
  const ageSeconds = nowSeconds - timestamp;
  if (ageSeconds > toleranceSeconds) throw new WebhookError('too-old', `The delivery was signed more than ${toleranceSeconds} s ago.`); // RCV-09
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookError('too-new', `The delivery was signed more than ${toleranceSeconds} s in the future.`); // RCV-16
  }
}
