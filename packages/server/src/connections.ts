import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { problemAnswer } from './problem.ts';
import { rawResponse } from './raw-response.ts';

/** How long requests that are in flight may still take when the server closes, in milliseconds. */
const CLOSE_WITHIN_MS = 10_000;

/** Sees to what Node would answer without a problem document, or never end. */
export function attendConnections(app: FastifyInstance): void {
  // RFC 9110, 10.1.1: an expectation that is not known need not be refused.
  if (app.server.listenerCount('checkExpectation') === 0)
    app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  if (app.server.listenerCount('connect') === 0)
    app.server.on('connect', (_request, socket) => {
      const refusal = rawResponse(problemAnswer('malformed-request', { detail: 'This server is no proxy.' }));
      socket.on('error', () => undefined).end(refusal, () => socket.destroy());
    });
  const unused = new Set<Socket>();
  function forget(this: Socket): void {
    unused.delete(this);
  }
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', forget);
  });
  // Node listens for the close of a connection anew with each request: a listener that stayed there would make that dear.
  app.server.on('request', ({ socket }: IncomingMessage) => {
    if (unused.delete(socket)) socket.off('close', forget);
  });
  // Once it closes, Node looks for requests that take too long no more.
  app.addHook('preClose', (done) => {
    // Node waits for the first request of a connection, however long that takes.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), CLOSE_WITHIN_MS).unref();
    done();
  });
}
