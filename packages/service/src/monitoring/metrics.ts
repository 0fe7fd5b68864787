import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { pendingDeliveries } from '../store/pending-deliveries.ts';
import type { Connection } from '../store/sql/connection.ts';
import { inTime } from './in-time.ts';

/** An answered request. */
export interface AnsweredRequest {
  /** Undefined if the request is for no operation of the contract. */
  readonly operationId: string | undefined;
  readonly status: number;
  /** Whether a stored answer was sent again for an Idempotency-Key. */
  readonly replayed: boolean;
  readonly durationMs: number;
}

/** An attempt to deliver an event. */
export interface AttemptedDelivery {
  readonly confirmed: boolean;
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly durationMs: number;
}

/** What the service counts, as Prometheus reads it. */
export interface Metrics {
  readonly registry: Registry;
  answered(request: AnsweredRequest): void;
  /** A request that was refused because there was too much to do; it is answered as well. */
  refused(request: Pick<AnsweredRequest, 'operationId' | 'status'>): void;
  attempted(attempt: AttemptedDelivery): void;
}

const SECONDS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The statuses of two requests that got in each other's way. */
const CONFLICTS: ReadonlySet<number> = new Set([409, 422]);

export function createMetrics(connection: Connection): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'business_cloud_requests_total',
    help: 'Answered requests by operation and status.',
    labelNames: ['operation', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'business_cloud_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['operation'],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const replays = new Counter({ name: 'business_cloud_replays_total', help: 'Answers replayed for an Idempotency-Key.', registers });
  const conflicts = new Counter({
    name: 'business_cloud_conflicts_total',
    help: 'Answers 409 (a key in progress) and 422 (a key of another request, a stale token, a refusal), by status.',
    labelNames: ['status'],
    registers,
  });
  const refusals = new Counter({
    name: 'business_cloud_refusals_total',
    help: 'Requests refused because there was too much to do (503: lists, writes, unread answers; 429: logins), by operation and status.',
    labelNames: ['operation', 'status'],
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
  registry.registerMetric(queueDepth(connection));
  return {
    registry,
    answered({ operationId: operation = 'none', status, replayed, durationMs }) {
      requests.inc({ operation, status });
      requestSeconds.observe({ operation }, durationMs / 1000);
      if (replayed) replays.inc();
      else if (CONFLICTS.has(status)) conflicts.inc({ status });
    },
    refused: ({ operationId: operation = 'none', status }) => refusals.inc({ operation, status }),
    attempted({ confirmed, status, durationMs }) {
      attempts.inc({ outcome: confirmed ? 'confirmed' : 'failed', status: String(status ?? 'none') });
      attemptSeconds.observe(durationMs / 1000);
    },
  };
}

/** Computed when it is read: the queue is in the database, and other nodes change it too. */
function queueDepth(connection: Connection): Gauge {
  return new Gauge({
    name: 'business_cloud_deliveries_pending',
    help: 'Deliveries that are not confirmed yet and will be tried again.',
    registers: [],
    async collect() {
      const counted = await inTime(pendingDeliveries(connection));
      // Left out when the database does not answer; what this node has counted itself is reported all the same.
      if (counted === undefined) this.remove();
      else this.set(counted);
    },
  });
}
