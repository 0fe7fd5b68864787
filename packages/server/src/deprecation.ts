import type { onRequestHookHandler } from 'fastify';
import type { Operation } from './generated/operations.ts';

/** Adds the headers of D-19 to every answer of a deprecated operation, errors included: it runs before anything can refuse the request. */
export function deprecationHook({ since, sunset }: NonNullable<Operation['deprecation']>): onRequestHookHandler {
  const headers = { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() };
  return (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
}
