/** The adapter of Fastify: `app.register(fastifyReceiver(receiver, { path: '/webhook' }))`. */
import type { FastifyInstance } from 'fastify';
import { type OptionKinds, readOptions, text } from '#runtime';
import { nodeDelivery } from './adapter/node-delivery.ts';
import { fault } from './fault.ts';
import type { Receiver } from './receiver/receiver.ts';

/** Options of the plugin. */
export interface FastifyReceiverOptions {
  /** The path of the webhook's Url, below the prefix of the plugin. Default `/`. */
  readonly path?: string | undefined;
}

const KINDS: OptionKinds<FastifyReceiverOptions> = { path: text };

/**
 * A plugin of Fastify with one route. It parses no body, whatever parsers the rest of the application has, and reads the raw bytes
 * from the request.
 *
 * @example
 * await app.register(fastifyReceiver(receiver, { path: '/webhook' }));
 */
export function fastifyReceiver(
  receiver: Receiver,
  options: FastifyReceiverOptions = {},
): (app: FastifyInstance, registered?: object) => Promise<void> {
  const { path = '/' } = readOptions<FastifyReceiverOptions>(options, KINDS, fault);
  return async (app, registered = {}) => {
    if ('path' in registered) throw fault('Give path to fastifyReceiver(receiver, { path }), and not to register.');
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.post(path, async (request, reply) => {
      const { status, headers, body } = await receiver.receive(nodeDelivery(request.raw));
      return reply.code(status).headers(headers).send(body);
    });
  };
}
