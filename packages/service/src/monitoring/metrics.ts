import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { AttemptResult } from '../delivery/attempt.ts';
import type { Schema } from '../store/sql/schema.ts';
import { inTime } from './in-time.ts';
import { createUncounted } from './uncounted.ts';

/** What the service counts, as Prometheus reads it. */
export interface Metrics {
  readonly registry: Registry;
  /** To be called when a request is answered. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  attempted(result: Pick<AttemptResult, 'confirmed' | 'status'>, durationMs: number): void;
}

const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Problems that tell of two at one thing. */
const CONFLICTS: ReadonlySet<number> = new Set([409, 422]);

export function createMetrics(db: Kysely<Schema>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'business_cloud_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
    collect: () => answers.count(),
  });
  const requestSeconds = new Histogram({
    name: 'business_cloud_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: SECONDS_BUCKETS,
    registers,
    collect: () => answers.count(),
  });
  const answers = createUncounted((operation, status, seconds) => {
    requests.inc({ operation, status }, seconds.length);
    const series = requestSeconds.labels(operation);
    for (const time of seconds) series.observe(time);
  });
  const replays = new Counter({ name: 'business_cloud_replays_total', help: 'Answers replayed for an Idempotency-Key.', registers });
  const conflicts = new Counter({
    name: 'business_cloud_conflicts_total',
    help: 'Answers 409 (a key in progress) and 422 (a key of another request, a stale token, a refusal), by status.',
    labelNames: ['status'],
    registers,
  });
  const attempts = new Counter({
    name: 'business_cloud_delivery_attempts_total',
    help: 'Attempts to deliver an event, by outcome and the status that the receiver answered (none: no answer).',
    labelNames: ['outcome', 'status'],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: 'business_cloud_delivery_attempt_seconds',
    help: 'Time of one attempt, from the dial to the end of the answer.',
    buckets: SECONDS_BUCKETS,
    registers,
  });
  registry.registerMetric(queueDepth(db));
  return {
    registry,
    answered(request, reply) {
      const { statusCode } = reply;
      answers.add(request.operationId ?? 'none', statusCode, reply.elapsedTime / 1000);
      if (reply.hasHeader('idempotent-replayed')) replays.inc();
      else if (CONFLICTS.has(statusCode)) conflicts.inc({ status: statusCode });
    },
    attempted({ confirmed, status }, durationMs) {
      attempts.inc({ outcome: confirmed ? 'confirmed' : 'failed', status: String(status ?? 'none') });
      attemptSeconds.observe(durationMs / 1000);
    },
  };
}

/** Asked when it is read: the queue is in the database, and other nodes are at it too. */
function queueDepth(db: Kysely<Schema>): Gauge {
  return new Gauge({
    name: 'business_cloud_deliveries_pending',
    help: 'Deliveries that are not confirmed yet and will be tried again.',
    registers: [],
    async collect() {
      const pending = db.selectFrom('delivery').where('state', '=', 'pending');
      const counted = await inTime(pending.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow());
      // Left out when nobody knows it: all that this node has counted itself is told all the same.
      if (counted === undefined) this.remove();
      else this.set(Number(counted.count));
    },
  });
}
