import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

const KEYS_MAX = 16;
/** Creating a key from a secret is a tenth of the work of a verification, and an endpoint has few secrets, so keys are kept. */
const keys = new Map<string, KeyObject>();

/** HMAC-SHA-256 of the prefix and the raw body, in lower-case hex (SIG-02). The two are hashed one after the other, so that the body is not copied. */
export function hmacHex(secret: string, prefix: string, body: Uint8Array): string {
  return createHmac('sha256', keys.get(secret) ?? keepKey(secret))
    .update(prefix)
    .update(body)
    .digest('hex');
}

function keepKey(secret: string): KeyObject {
  const key = createSecretKey(secret, 'utf8');
  if (keys.size >= KEYS_MAX) keys.clear();
  keys.set(secret, key);
  return key;
}

const HEX_DIGITS = 64;
const left = Buffer.alloc(HEX_DIGITS);
const right = Buffer.alloc(HEX_DIGITS);

/** Compares two texts of 64 hex digits in constant time. The two buffers are reused: creating new ones costs more than comparing. */
export function equalText(a: string, b: string): boolean {
  left.write(a, 'latin1');
  right.write(b, 'latin1');
  return timingSafeEqual(left, right);
}
