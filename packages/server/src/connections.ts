import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { problemAnswer } from './problem.ts';
import { rawResponse } from './raw-response.ts';

/** How long requests that are in flight may still take when the server closes, in milliseconds. */
const CLOSE_WITHIN_MS = 10_000;

const attended = new WeakSet<Server>();

/** Handles connections that Node would answer without a problem document, or would keep open for ever. */
export function attendConnections(app: FastifyInstance): void {
  // Once for each server, whatever number of plugins it has.
  if (attended.has(app.server)) return;
  attended.add(app.server);
  // RFC 9110, 10.1.1: an unknown expectation may be ignored.
  if (app.server.listenerCount('checkExpectation') === 0)
    app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  if (app.server.listenerCount('connect') === 0)
    app.server.on('connect', (_request, socket) => {
      const refusal = rawResponse(problemAnswer('malformed-request', { detail: 'This server is not a proxy.' }));
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
  // Node adds and removes its own close listener with each request, which costs more while another one is there: so ours goes.
  app.server.on('request', ({ socket }: IncomingMessage) => {
    if (unused.delete(socket)) socket.off('close', forget);
  });
  // Once the server is closing, Node no longer ends requests that take too long.
  app.addHook('preClose', (done) => {
    // Node waits for the first request of a connection, however long that takes.
    for (const socket of unused) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), CLOSE_WITHIN_MS).unref();
    done();
  });
}
