import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Ports } from '@business-cloud/server';
import type { FastifyInstance } from 'fastify';
import { startDelivery } from '../delivery/delivery.ts';
import { HEADER_WORD } from '../generated/limits.ts';
import { createApp } from '../http/app.ts';
import { createMonitor } from '../http/monitor.ts';
import { type AdvanceableClock, createClock } from '../model/clock.ts';
import type { ServiceError } from '../model/service-error.ts';
import { boundedLog } from '../monitoring/bounded-log.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { createPasswords } from '../security/password.ts';
import { loginStore } from '../store/login-store.ts';
import { openStore } from '../store/open-store.ts';
import { createApiKeys, createLicenses, createTokenVerifier } from '../usecases/credentials.ts';
import { createListTurns } from '../usecases/list-turns.ts';
import { createLogin } from '../usecases/login.ts';
import { createProvisioning, type Provisioning } from '../usecases/provisioning.ts';
import type { Session } from '../usecases/session.ts';
import { startSweeper } from '../usecases/sweeper.ts';
import { createTransactions } from '../usecases/transactions.ts';
import { readServiceOptions, type ServiceOptions } from './service-options.ts';

/** 30 days. */
const KEEP_EVENTS_MS = 30 * 24 * 60 * 60 * 1000;

/** A service that runs. */
export interface Service {
  /** Both APIs; call `listen` to serve them. */
  readonly app: FastifyInstance;
  /** The Admin API, if it is separate. `app` is only the Customer API then. */
  readonly adminApp: FastifyInstance | undefined;
  /** `/health/live`, `/health/ready` and `/metrics`; call `listen` to serve them. */
  readonly monitor: FastifyInstance;
  /** The time of the service. Moving it forward lets tokens, keys and waits run out. */
  readonly clock: AdvanceableClock;
  /** Makes companies, users and API keys. */
  readonly provisioning: Provisioning;
  /** Resolves when the database is lost for good, for example because its file was deleted. The service is of no more use then. */
  readonly lost: Promise<ServiceError>;
  /** Resolves when no delivery is in flight and none is due. */
  deliveriesSettled(): Promise<void>;
  /** From now on `/health/ready` answers 503 and connections end with their next answer, but everything is still served. */
  drain(): void;
  /** Waits for requests and deliveries in flight, then ends everything. */
  close(): Promise<void>;
}

/**
 * Opens the database, brings it to this version's schema and starts delivering.
 *
 * @throws {ServiceError} when the database or an option cannot be used
 * @example
 * const service = await startService({ database: 'data.sqlite', sealingKey: randomBytes(32), log: pino() });
 * console.log(await service.app.listen({ port: 8080 }));
 */
export async function startService(given: ServiceOptions): Promise<Service> {
  const options = readServiceOptions(given);
  const { headerWord = HEADER_WORD } = options;
  const log = boundedLog(options.log);
  const clock = createClock();
  const { database, sealer } = await openStore({ ...options, log }, clock);
  const { connection } = database;
  const metrics = createMetrics(connection);
  const passwords = createPasswords(options.passwordCost);
  const delivery =
    options.delivers === false
      ? undefined
      : await startDelivery({ database, sealer, clock, log, metrics }, options).catch(async (error) => {
          await database.close();
          throw error;
        });
  const keepEventsMs = options.keepEventsMs ?? KEEP_EVENTS_MS;
  const sweeper = startSweeper({ executor: database.deliveries, clock, log, keepEventsMs });
  const lists = createListTurns(options.listsOfOneMax);
  const ports: Ports<Session> = {
    clock,
    login: createLogin(loginStore(connection), clock.now, passwords, options),
    tokens: createTokenVerifier(connection, clock.now),
    apiKeys: createApiKeys(connection),
    licenses: createLicenses(connection),
    transactions: createTransactions({ database, sealer, lists, now: clock.now, onDeliveries: () => delivery?.wake() }),
  };
  const { bodyLimitBytes, trustedProxies, allowedOrigins } = options;
  const parts = { ports, log, headerWord, metrics, bodyLimitBytes, trustedProxies, allowedOrigins };
  const app = await createApp({ ...parts, apis: options.separateAdmin ? ['customer'] : ['admin', 'customer'] });
  const adminApp = options.separateAdmin ? await createApp({ ...parts, apis: ['admin'] }) : undefined;
  let draining = false;
  const monitor = createMonitor({ health: database.health, metrics, draining: () => draining });
  return {
    app,
    adminApp,
    monitor,
    clock,
    provisioning: createProvisioning(connection, passwords),
    lost: database.lost,
    deliveriesSettled: async () => delivery?.settled(),
    drain() {
      draining = true;
      for (const one of [app, adminApp]) one?.server.prependListener('request', endConnection);
    },
    async close() {
      draining = true;
      // All at the same time: deliveries must not be claimed while slow requests finish.
      await Promise.all([app.close(), adminApp?.close(), delivery?.stop(), sweeper.stop()]);
      await monitor.close();
      await database.close();
    },
  };
}

/** A client that keeps its connection would not notice before the connection is closed underneath it. */
function endConnection(_request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false;
}
