import { createReceiver } from '@business-cloud/events';
import { fastifyReceiver } from '@business-cloud/events/fastify';
import { type FastifyInstance, fastify } from 'fastify';

export function fastifyApp(secret: string, onEvent: () => void): FastifyInstance {
  const app = fastify();
  app.register(fastifyReceiver(createReceiver({ secret, onEvent }), { path: '/webhook' }));
  return app;
}
