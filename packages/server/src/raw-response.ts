import { STATUS_CODES } from 'node:http';
import type { Answer } from './answer.ts';

/** An answer as the text of HTTP, for a connection without a Fastify reply. The connection closes after it. */
export function rawResponse({ status, headers, body }: Answer): string {
  const fields = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
