import { contractHeaders, contractServer, type Ports, serverOptions } from '@business-cloud/server';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import { handlers } from './resources/handlers.ts';
import type { Session } from './store/session.ts';
import { isUnavailable } from './store/unavailability.ts';

/** The HTTP server of both APIs. */
export async function createApp(ports: Ports<Session>, log: Logger, headerWord: string): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({ ...serverOptions(), loggerInstance, logController: new LogController({ disableRequestLogging: true }) });
  const { applicationId } = contractHeaders(headerWord);
  // HDR-07: the application id is logged with each request; of all headers it is the only one.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        applicationId: request.headers[applicationId],
      },
      'Request answered.',
    );
  });
  await app.register(contractServer({ handlers, ports, options: { headerWord, isUnavailable } }));
  await app.ready();
  return app;
}
