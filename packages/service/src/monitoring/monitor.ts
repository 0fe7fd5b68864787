import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../store/schema.ts';
import type { Metrics } from './metrics.ts';

/** How long the database may take to answer before a node is not ready, in milliseconds. */
const READY_WITHIN_MS = 2_000;

/** What a monitor looks at. */
export interface Monitored {
  readonly db: Kysely<Schema>;
  readonly metrics: Metrics;
  /** Whether the service is ending: it finishes what it has, and should get nothing new. */
  readonly draining: () => boolean;
}

/**
 * `/health/live`, `/health/ready` and `/metrics`, for an address of their own: they need no credentials, and the contract's paths
 * are not theirs.
 */
export function createMonitor({ db, metrics, draining }: Monitored): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    if (draining()) return reply.code(503).send({ status: 'draining' });
    if (!(await answers(db))) return reply.code(503).send({ status: 'database-unavailable' });
    return { status: 'ready' };
  });
  app.get('/metrics', async (_request, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()));
  return app;
}

async function answers(db: Kysely<Schema>): Promise<boolean> {
  const settled = new AbortController();
  const late = sleep(READY_WITHIN_MS, false, { signal: settled.signal }).catch(() => false);
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const answered = await Promise.race([asked, late]);
  settled.abort();
  return answered;
}
