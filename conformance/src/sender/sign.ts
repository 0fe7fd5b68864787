import { createHmac } from 'node:crypto';

/** The signature of a body: HMAC-SHA-256 over timestamp, full stop and bytes, in lower-case hex (D-08). */
export function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

/** The current time as signatures write it: whole Unix seconds. */
export function nowSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
