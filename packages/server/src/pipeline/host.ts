import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';
import { singleHeader } from './single-header.ts';

/** RFC 9112, 3.2: a request of HTTP/1.1 has exactly one Host (400). */
export function requireHost(request: FastifyRequest): void {
  if (singleHeader(request, 'host') === undefined && request.raw.httpVersion === '1.1')
    throw new Problem('malformed-request', { detail: 'A request of HTTP/1.1 needs the header Host.' });
}
