import { contractHeaders, contractServer, type Ports, serverOptions } from '@business-cloud/server';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from './monitoring/metrics.ts';
import { handlers } from './resources/handlers.ts';
import type { Session } from './store/session.ts';
import { isUnavailable } from './store/unavailability.ts';

/** What an HTTP server of the contract is made of. */
export interface AppInput {
  readonly ports: Ports<Session>;
  readonly apis: readonly ('admin' | 'customer')[];
  readonly log: Logger;
  readonly headerWord: string;
  readonly metrics: Metrics;
}

/** The HTTP server of one of the APIs, or of both. */
export async function createApp({ ports, apis, log, headerWord, metrics }: AppInput): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const app = Fastify({ ...serverOptions(), loggerInstance, logController: new LogController({ disableRequestLogging: true }) });
  const { applicationId } = contractHeaders(headerWord);
  // HDR-07: the application id is logged with each request; of all headers it is the only one.
  app.addHook('onResponse', (request, reply, done) => {
    done();
    metrics.answered(request, reply);
    if (!log.isLevelEnabled('info')) return;
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        operation: request.operationId,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        applicationId: request.headers[applicationId],
      },
      'Request answered.',
    );
  });
  await app.register(contractServer({ handlers, ports, options: { headerWord, apis, isUnavailable } }));
  await app.ready();
  return app;
}
