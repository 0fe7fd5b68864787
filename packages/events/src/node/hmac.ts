import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 of the prefix and the raw body, in lower-case hex (SIG-02). The two are fed one after the other: the body is not copied. */
export function hmacHex(secret: string, prefix: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(prefix).update(body).digest('hex');
}

const HEX_DIGITS = 64;
const left = Buffer.alloc(HEX_DIGITS);
const right = Buffer.alloc(HEX_DIGITS);

/** Compares two texts of 64 hex digits in constant time. The two buffers are written anew each time: making new ones costs more than comparing. */
export function equalText(a: string, b: string): boolean {
  left.write(a, 'latin1');
  right.write(b, 'latin1');
  return timingSafeEqual(left, right);
}
