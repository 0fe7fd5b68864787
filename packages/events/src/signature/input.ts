import { WebhookError } from '../webhook-error.ts';
import { bodyAdvice } from './body-advice.ts';

/** What `sign` needs. */
export interface SignInput {
  /** The raw bytes of the request body, exactly as they are sent. */
  readonly body: Uint8Array;
  /** The webhook's secret. It is never trimmed. */
  readonly secret: string;
  /** The time of sending in whole Unix seconds (SIG-04, SIG-05). */
  readonly timestamp: number;
}

export function requireSignable(input: SignInput): void {
  requireSecret(input.secret);
  requireBytes(input.body);
  if (!Number.isSafeInteger(input.timestamp) || input.timestamp < 0) {
    throw new TypeError('timestamp must be a whole number of Unix seconds, 0 or more.');
  }
}

/** An empty secret is refused: anybody could sign with it. */
export function requireSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== 'string' || secret === '') throw new TypeError('secret must be a string, and not empty.');
}

/** Checked by tag instead of `instanceof`, so that bytes from another realm (a worker, a test runner) are accepted. */
export function requireBytes(body: unknown): asserts body is Uint8Array {
  if (isBytes(body)) return;
  throw new WebhookError('body-not-bytes', bodyAdvice(body));
}

export function isBytes(body: unknown): body is Uint8Array {
  return Object.prototype.toString.call(body) === '[object Uint8Array]';
}
