import type { Ports } from '@business-cloud/server';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApiKeys, createLicenses, createTokenVerifier } from './accounts/credentials.ts';
import { createLogin } from './accounts/login.ts';
import { createProvisioning, type Provisioning } from './accounts/provisioning.ts';
import { createApp } from './app.ts';
import { type AdvanceableClock, createClock } from './clock/clock.ts';
import { type DeliveryOptions, startDelivery } from './delivery/delivery.ts';
import { createSealer } from './security/sealing.ts';
import { openDatabase } from './store/database.ts';
import { migrate } from './store/migrations.ts';
import type { Session } from './store/session.ts';
import { startSweeper } from './store/sweeper.ts';
import { createTransactions } from './store/transactions.ts';

/** What a service is started with. */
export interface ServiceOptions extends DeliveryOptions {
  /** A SQLite file, `:memory:` for data that end with the process, or `postgres://user:password@host:port/name`. */
  readonly database: string;
  /** 32 bytes that seal the secrets in the database (D-11). */
  readonly sealingKey: Buffer;
  readonly log: Logger;
}

/** A service that runs. */
export interface Service {
  /** Both APIs; call `listen` to serve them. */
  readonly app: FastifyInstance;
  readonly clock: AdvanceableClock;
  readonly provisioning: Provisioning;
  /** Resolves when no delivery is in flight and none is due. */
  deliveriesSettled(): Promise<void>;
  /** Lets what is in flight finish, then ends everything. */
  close(): Promise<void>;
}

/** How long deliveries in flight may still take when the service closes, in milliseconds. */
export const CLOSE_GRACE_MS = 2_000;

/**
 * Opens the database, brings it to this version's schema and starts delivering.
 *
 * @throws {ServiceError} when the database or an option cannot be used
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { log } = options;
  const clock = createClock();
  const database = await openDatabase(options.database, (error) => log.warn({ err: error }, 'A connection to the database was lost.'));
  const { db, units } = database;
  await migrate(db);
  const sealer = createSealer(options.sealingKey);
  const delivery = await startDelivery({ database, sealer, clock, log }, options);
  const sweeper = startSweeper(db, clock, log);
  const ports: Ports<Session> = {
    clock,
    login: createLogin(db, clock.now),
    tokens: createTokenVerifier(db, clock.now),
    apiKeys: createApiKeys(db),
    licenses: createLicenses(db),
    transactions: createTransactions({ db, units, sealer, now: clock.now, onDeliveries: delivery.wake }),
  };
  const app = await createApp(ports, log, options.headerWord ?? 'Service');
  return {
    app,
    clock,
    provisioning: createProvisioning(db),
    deliveriesSettled: delivery.settled,
    async close() {
      await app.close();
      await Promise.all([delivery.stop(CLOSE_GRACE_MS), sweeper.stop()]);
      await database.close();
    },
  };
}
