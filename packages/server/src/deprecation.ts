import type { onRequestHookHandler } from 'fastify';
import type { Operation } from './generated/operations.ts';

/** Puts what D-19 asks of a deprecated operation into each of its answers, errors too: it runs before anything can refuse the request. */
export function deprecationHook({ since, sunset }: NonNullable<Operation['deprecation']>): onRequestHookHandler {
  const headers = { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() };
  return (_request, reply, done) => {
    reply.headers(headers);
    done();
  };
}
