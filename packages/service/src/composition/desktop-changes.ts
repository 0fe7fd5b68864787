import type { Ports } from '@business-cloud/server';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../http/app.ts';
import { createClock } from '../model/clock.ts';
import { companyId } from '../model/ids.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { accessStore } from '../store/access-store.ts';
import { openStore, type StoreOptions } from '../store/open-store.ts';
import type { Session } from '../usecases/session.ts';
import { createTransactions } from '../usecases/transactions.ts';

/** Changes of the legacy desktop application on their way in. */
export interface DesktopChanges {
  /** The Customer API without credentials, for this process alone: it is never listened on. */
  readonly app: FastifyInstance;
  close(): Promise<void>;
}

/** Whose changes they are: idempotency keys belong to it, no token does. */
const DESKTOP_USER = { id: 'desktop application' };

/**
 * Takes changes by the same write path as the API does, with the same checks, but as the desktop application's: of their events
 * only those of Documento are recorded (D-14, DLV-07).
 *
 * @throws {ServiceError} when the database cannot be used
 */
export async function openDesktopChanges(options: StoreOptions): Promise<DesktopChanges> {
  const clock = createClock();
  const { database, sealer } = await openStore(options, clock);
  const { connection } = database;
  const ports: Ports<Session> = {
    clock,
    login: { login: async () => ({ kind: 'refused' }) },
    tokens: { verify: async () => DESKTOP_USER },
    apiKeys: { verify: async () => true },
    licenses: {
      covers: async (_user, id) => (await accessStore(connection).azienda(companyId(id))) !== undefined,
      coversAny: async () => false,
    },
    transactions: createTransactions({ database, sealer, now: clock.now, origin: 'desktop', onDeliveries: () => undefined }),
  };
  const app = await createApp({ ports, apis: ['customer'], log: options.log, headerWord: 'Service', metrics: createMetrics(connection) });
  return {
    app,
    async close() {
      await app.close();
      await database.close();
    },
  };
}
