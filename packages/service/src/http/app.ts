import { contractHeaders, contractServer, type Ports, serverOptions } from '@business-cloud/server';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../monitoring/metrics.ts';
import { isUnavailable } from '../store/sql/unavailability.ts';
import type { Session } from '../usecases/session.ts';
import { allowOrigins } from './browser-origins.ts';
import { handlers } from './handlers.ts';
import { RequestLog } from './request-log.ts';

/** What an HTTP server of the contract is made of. */
export interface AppInput {
  readonly ports: Ports<Session>;
  readonly apis: readonly ('admin' | 'customer')[];
  readonly log: Logger;
  readonly headerWord: string;
  readonly metrics: Metrics;
  /** The contract's limit by default. */
  readonly bodyLimitBytes?: number | undefined;
  /** None by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  /** Whose pages may call. None by default. */
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** The HTTP server of one of the APIs, or of both. */
export async function createApp({
  ports,
  apis,
  log,
  headerWord,
  metrics,
  bodyLimitBytes,
  trustedProxies = [],
  allowedOrigins = [],
}: AppInput): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log;
  const logController = new RequestLog({ log, metrics, applicationId: contractHeaders(headerWord).applicationId });
  const app = Fastify({ ...serverOptions(), loggerInstance, logController, trustProxy: [...trustedProxies] });
  await allowOrigins(app, allowedOrigins);
  await app.register(
    contractServer({
      handlers,
      ports,
      options: { headerWord, apis, isUnavailable, bodyLimitBytes },
    }),
  );
  await app.ready();
  return app;
}
