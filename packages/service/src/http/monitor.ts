import Fastify, { type FastifyInstance } from 'fastify';
import { inTime } from '../monitoring/in-time.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { Health } from '../store/sql/database.ts';

/** What a monitor looks at. */
export interface Monitored {
  readonly health: Health;
  readonly metrics: Metrics;
  /** Whether the service is ending: it finishes what it has, and should get nothing new. */
  readonly draining: () => boolean;
}

/** After how long without an answer from a database that does answer the process is to be started again, in milliseconds. */
const STUCK_MS = 60_000;

/**
 * `/health/live`, `/health/ready` and `/metrics`, for an address of their own: they need no credentials, and the contract's paths
 * are not theirs.
 */
export function createMonitor({ health, metrics, draining }: Monitored): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  const answers = async (ping: Promise<void>) => (await inTime(ping.then(() => true))) === true;
  app.get('/health/live', async (_request, reply) => {
    // A database that is away comes back, and starting again would not bring it: a process that does not find it again is another matter.
    if (health.unansweredMs() < STUCK_MS || !(await answers(health.ping()))) return { status: 'live' };
    if (!(await answers(health.pingForRequests()))) return reply.code(503).send({ status: 'stuck' });
    return { status: 'live' };
  });
  app.get('/health/ready', async (_request, reply) => {
    if (draining()) return reply.code(503).send({ status: 'draining' });
    if (!(await answers(health.ping())) || !(await answers(health.pingForRequests())))
      return reply.code(503).send({ status: 'database-unavailable' });
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()));
  return app;
}
