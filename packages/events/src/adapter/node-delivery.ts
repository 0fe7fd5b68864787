import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyLimits, type BodySource, readBody, tooLarge } from '../receiver/read-body.ts';
import type { Answer, IncomingDelivery } from '../receiver/receiver.ts';
import { bodyAdvice } from '../signature/body-advice.ts';
import { isBytes } from '../signature/input.ts';
import { WebhookError } from '../webhook-error.ts';

/** What frameworks add to a request of Node: Express puts the result of its parsers in `body`, function platforms the raw bytes in `rawBody`. */
export type NodeRequest = IncomingMessage & {
  /** The result of a parser. Absent if none has run. */
  readonly body?: unknown;
  /** The bytes as they came. Absent where the platform keeps none. */
  readonly rawBody?: unknown;
};

/** A request of Node in the form that the receiver takes. */
export function nodeDelivery(request: NodeRequest): IncomingDelivery {
  return {
    method: request.method ?? '',
    remoteAddress: request.socket.remoteAddress,
    header(name) {
      const value = request.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(',') : value;
    },
    readBody: async (limits) => bytesKept(request, limits) ?? readBody(chunksOf(request), limits),
  };
}

/** Writes an answer of the receiver, unless the connection is gone. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.headersSent || response.destroyed) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.end(body);
}

/** The raw bytes if a framework has read and kept them; undefined if they are still to be read. */
function bytesKept({ rawBody, body, readableDidRead }: NodeRequest, { bodyBytesMax }: BodyLimits): Uint8Array | undefined {
  const kept = [rawBody, body].find(isBytes);
  if (kept !== undefined && kept.length > bodyBytesMax) throw tooLarge(bodyBytesMax);
  if (kept === undefined && readableDidRead) throw new WebhookError('body-not-bytes', bodyAdvice(body));
  return kept;
}

function chunksOf(request: IncomingMessage): BodySource {
  // The connection must outlive the reading: the answer goes over it.
  const chunks = request.iterator({ destroyOnReturn: false });
  return async () => {
    const { done, value }: IteratorResult<Uint8Array> = await chunks.next();
    return done ? undefined : value;
  };
}
