import { createHmac, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 of the prefix and the raw body, in lower-case hex (SIG-02). The two are fed one after the other: the body is not copied. */
export function hmacHex(secret: string, prefix: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(prefix).update(body).digest('hex');
}

/** Compares two texts of the same length in constant time. */
export function equalText(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
