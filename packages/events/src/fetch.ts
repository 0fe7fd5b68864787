/** The adapter of the Fetch API: Hono, Next.js, Workers, Deno, Bun. */
import { callSafely } from '#runtime';
import { type BodyLimits, type BodySource, readBody } from './receiver/read-body.ts';
import type { Receiver } from './receiver/receiver.ts';
import { bodyAdvice } from './signature/body-advice.ts';
import { WebhookError } from './webhook-error.ts';

/** What a Request does not contain. */
export interface FetchContext {
  /** The address of the other end of the connection, needed when the receiver has a sender list: in a worker, the header `cf-connecting-ip`. */
  readonly remoteAddress?: string | undefined;
  /** Keeps a worker alive for work that goes on after the answer: `(work) => context.waitUntil(work)`. */
  readonly waitUntil?: ((work: Promise<void>) => void) | undefined;
}

/**
 * A handler that answers a Request with a Response.
 *
 * @example
 * const handle = fetchReceiver(receiver);
 * hono.post('/webhook', (context) => handle(context.req.raw));
 * const POST = (request: Request) => handle(request); // Next.js, with an export before it
 */
export function fetchReceiver(receiver: Receiver): (request: Request, context?: FetchContext) => Promise<Response> {
  return async (request, { remoteAddress, waitUntil } = {}) => {
    const { status, headers, body, finished } = await receiver.receive({
      method: request.method,
      remoteAddress,
      header: (name) => request.headers.get(name) ?? undefined,
      readBody: async (limits) => bodyOf(request, limits),
    });
    // The answer was earned, whatever becomes of the work that the platform is asked to wait for.
    callSafely(waitUntil, (error) => console.error('waitUntil failed:', error), finished);
    return new Response(body === '' ? null : body, { status, headers });
  };
}

async function bodyOf(request: Request, limits: BodyLimits): Promise<Uint8Array> {
  if (request.bodyUsed) throw new WebhookError('body-not-bytes', bodyAdvice(undefined));
  return request.body === null ? new Uint8Array() : readBody(chunksOf(request.body), limits);
}

function chunksOf(stream: ReadableStream<Uint8Array>): BodySource {
  const reader = stream.getReader();
  return async () => (await reader.read()).value;
}
