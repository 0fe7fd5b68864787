import { Readable } from 'node:stream';
import type { Call } from '../model/exchange.ts';
import { withoutHeader } from './call.ts';

/** The size of one chunk. */
const CHUNK_BYTES = 65_536;

/** The headers and body of a call. A call with Transfer-Encoding is sent in chunks, without that header, which undici does not accept. */
export function framed(call: Call): { readonly headers: string[]; readonly body: string | Buffer | Readable | null } {
  const body = call.body !== undefined && call.encoding !== undefined ? Buffer.from(call.body, call.encoding) : call.body;
  const isChunked = call.headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && /^chunked$/i.test(value));
  if (!isChunked || body === undefined) return { headers: call.headers.flat(), body: body ?? null };
  return { headers: withoutHeader(call, 'Transfer-Encoding').headers.flat(), body: Readable.from(chunksOf(Buffer.from(body))) };
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
