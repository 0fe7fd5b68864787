import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.ts';

/**
 * The value of a request header that must not be repeated: Node joins repeated ones with a comma, or keeps the first,
 * so that nobody can know what the caller meant.
 */
export function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  if (value === undefined) return undefined;
  if (count(request.raw.rawHeaders, name) > 1) {
    throw new Problem('duplicate-header', { detail: `The request header ${name} was sent more than once. Send it once.` });
  }
  return String(value);
}

function count(rawHeaders: readonly string[], name: string): number {
  let found = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate !== undefined && candidate.length === name.length && candidate.toLowerCase() === name) found += 1;
  }
  return found;
}
