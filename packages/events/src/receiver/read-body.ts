import { startTimer } from '#runtime';
import { WebhookError } from '../webhook-error.ts';

/** The limits for reading a body. */
export interface BodyLimits {
  /** The largest body, in bytes. A larger one is refused with 413. */
  readonly bodyBytesMax: number;
  /** How long reading may take in all, in milliseconds, however slowly the bytes come. */
  readonly bodyWithinMs: number;
}

/** A body as it arrives: the next bytes, or undefined at its end. */
export type BodySource = () => Promise<Uint8Array | undefined>;

/** How much of a body that is too large is read and dropped, so that its sender gets to read the answer. */
const DROPPED_BYTES_MAX = 16 * 2 ** 20;

/**
 * The whole body, its bytes as received.
 *
 * @throws {WebhookError} `body-too-large`, `body-too-slow`, or `body-incomplete` when the connection ended before the body
 */
export async function readBody(next: BodySource, { bodyBytesMax, bodyWithinMs }: BodyLimits): Promise<Uint8Array> {
  const deadline = startDeadline(bodyWithinMs);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const chunk = await Promise.race([next(), deadline.passed]);
      if (chunk === undefined) break;
      length += chunk.length;
      if (length <= bodyBytesMax) chunks.push(chunk);
      else chunks.length = 0;
      if (length > bodyBytesMax + DROPPED_BYTES_MAX) break;
    }
  } catch (cause) {
    if (length > bodyBytesMax) throw tooLarge(bodyBytesMax);
    if (cause instanceof WebhookError) throw cause;
    throw new WebhookError('body-incomplete', 'The connection ended before the body did.', { cause });
  } finally {
    deadline.stop();
  }
  if (length > bodyBytesMax) throw tooLarge(bodyBytesMax);
  return join(chunks, length);
}

export function tooLarge(bodyBytesMax: number): WebhookError {
  return new WebhookError('body-too-large', `The body has more than ${bodyBytesMax} bytes, the receiver's bodyBytesMax.`);
}

export function tooSlow(ms: number): WebhookError {
  return new WebhookError('body-too-slow', `The body was not complete after ${ms} ms.`);
}

function startDeadline(ms: number): { readonly passed: Promise<never>; stop(): void } {
  let pass = (): void => {};
  const passed = new Promise<never>((_, reject) => {
    pass = () => reject(tooSlow(ms));
  });
  passed.catch(() => undefined); // nobody may be waiting for it when it passes
  return { passed, stop: startTimer(ms, pass).stop };
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
