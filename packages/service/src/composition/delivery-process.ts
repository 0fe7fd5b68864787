import type { FastifyInstance } from 'fastify';
import { type DeliveryOptions, startDelivery } from '../delivery/delivery.ts';
import { createMonitor } from '../http/monitor.ts';
import { createClock } from '../model/clock.ts';
import type { ServiceError } from '../model/service-error.ts';
import { boundedLog } from '../monitoring/bounded-log.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { openStore, type StoreOptions } from '../store/open-store.ts';
import { readDeliveryProcessOptions } from './service-options.ts';

/** Deliveries without the APIs. */
export interface DeliveryProcess {
  readonly monitor: FastifyInstance;
  /** Resolves when the database is lost for good. */
  readonly lost: Promise<ServiceError>;
  /** Stops claiming, finishes what is in flight, then ends everything. */
  close(): Promise<void>;
}

/**
 * Delivers what is recorded in a database; several do so at once on PostgreSQL (D-09).
 *
 * @throws {ServiceError} when the database or an option cannot be used
 */
export async function startDeliveryProcess(given: StoreOptions & DeliveryOptions): Promise<DeliveryProcess> {
  const options = readDeliveryProcessOptions(given);
  const clock = createClock();
  const log = boundedLog(options.log);
  const { database, sealer } = await openStore({ ...options, log }, clock);
  const { connection } = database;
  const metrics = createMetrics(connection);
  const delivery = await startDelivery({ database, sealer, clock, log, metrics }, options);
  let draining = false;
  const monitor = createMonitor({ health: database.health, metrics, draining: () => draining });
  return {
    monitor,
    lost: database.lost,
    async close() {
      draining = true;
      await delivery.stop();
      await monitor.close();
      await database.close();
    },
  };
}
