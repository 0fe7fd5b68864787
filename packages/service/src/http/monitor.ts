import Fastify, { type FastifyInstance } from 'fastify';
import { inTime } from '../monitoring/in-time.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { ping } from '../store/health.ts';
import type { Connection } from '../store/sql/connection.ts';

/** What a monitor looks at. */
export interface Monitored {
  readonly connection: Connection;
  readonly metrics: Metrics;
  /** Whether the service is ending: it finishes what it has, and should get nothing new. */
  readonly draining: () => boolean;
}

/**
 * `/health/live`, `/health/ready` and `/metrics`, for an address of their own: they need no credentials, and the contract's paths
 * are not theirs.
 */
export function createMonitor({ connection, metrics, draining }: Monitored): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    if (draining()) return reply.code(503).send({ status: 'draining' });
    if ((await inTime(ping(connection).then(() => true))) === undefined) return reply.code(503).send({ status: 'database-unavailable' });
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()));
  return app;
}
