import { Readable } from 'node:stream';
import type { Call } from '../model/exchange.ts';
import { withoutHeader } from './call.ts';

/** So many are sent in one chunk. */
const CHUNK_BYTES = 65_536;

/** The headers and the body of a call: with its length, or in chunks where the call says so by Transfer-Encoding, which is no header for undici. */
export function framed(call: Call): { readonly headers: string[]; readonly body: string | Buffer | Readable | null } {
  const body = call.body !== undefined && call.encoding !== undefined ? Buffer.from(call.body, call.encoding) : call.body;
  const isChunked = call.headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && /^chunked$/i.test(value));
  if (!isChunked || body === undefined) return { headers: call.headers.flat(), body: body ?? null };
  return { headers: withoutHeader(call, 'Transfer-Encoding').headers.flat(), body: Readable.from(chunksOf(Buffer.from(body))) };
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
}
