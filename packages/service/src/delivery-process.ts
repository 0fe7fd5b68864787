import type { FastifyInstance } from 'fastify';
import { createClock } from './clock/clock.ts';
import { type DeliveryOptions, startDelivery } from './delivery/delivery.ts';
import { createMetrics } from './monitoring/metrics.ts';
import { createMonitor } from './monitoring/monitor.ts';
import { openStore, type StoreOptions } from './opened-store.ts';

/** Deliveries without the APIs. */
export interface DeliveryProcess {
  readonly monitor: FastifyInstance;
  close(): Promise<void>;
}

/** How long deliveries in flight may still take when it closes, in milliseconds: as long as an attempt may take. */
const CLOSE_GRACE_MS = 10_000;

/**
 * Delivers what is recorded in a database; several do so at once on PostgreSQL (D-09).
 *
 * @throws {ServiceError} when the database or an option cannot be used
 */
export async function startDeliveryProcess(options: StoreOptions & DeliveryOptions): Promise<DeliveryProcess> {
  const { database, sealer } = await openStore(options);
  const metrics = createMetrics(database.db);
  const worker = await startDelivery({ database, sealer, clock: createClock(), log: options.log, metrics }, options);
  let draining = false;
  const monitor = createMonitor({ db: database.db, metrics, draining: () => draining });
  return {
    monitor,
    async close() {
      draining = true;
      await worker.stop(CLOSE_GRACE_MS);
      await monitor.close();
      await database.close();
    },
  };
}
