import { WebhookError } from '../webhook-error.ts';

/** What `sign` needs. */
export interface SignInput {
  /** The raw bytes of the request body, exactly as they are sent. */
  readonly body: Uint8Array;
  /** The webhook's secret; it is never trimmed. */
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
  if (typeof secret !== 'string' || secret === '')
    throw new TypeError('secret must be the secret of the webhook, a string that is not empty.');
}

/** By its tag and not by `instanceof`, so that bytes from another realm (a worker, a test runner) count. */
export function requireBytes(body: unknown): asserts body is Uint8Array {
  if (Object.prototype.toString.call(body) === '[object Uint8Array]') return;
  throw new WebhookError(
    'body-not-bytes',
    `The body must be the raw bytes of the request (a Uint8Array), not ${describe(body)}: a body that was decoded or parsed cannot be verified. Read it before any body parser of the framework does.`,
  );
}

function describe(body: unknown): string {
  if (body === null || body === undefined) return String(body);
  return typeof body === 'object' ? 'a parsed object' : `a ${typeof body}`;
}
