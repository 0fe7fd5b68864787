import type { Logger } from 'pino';
import type { Clock } from '../model/clock.ts';
import { ServiceError } from '../model/service-error.ts';
import { modeOpenToOthers } from '../security/private-file.ts';
import { createSealer, type Sealer } from '../security/sealing.ts';
import { requireAnswerOpens } from './answer-store.ts';
import { isEmpty } from './emptiness.ts';
import { openDatabase } from './open-database.ts';
import { isPostgresUrl } from './postgres/postgres.ts';
import type { Database } from './sql/database.ts';
import { migrate } from './sql/migrations.ts';
import { IN_MEMORY } from './sqlite/sqlite.ts';
import { requireSecretOpens } from './webhook-store.ts';

/** Where the data are, and what seals the secrets in them. */
export interface StoreOptions {
  /** A SQLite file, `:memory:` for data that end with the process, or `postgres://user:password@host:port/name`. */
  readonly database: string;
  /** 32 bytes that seal the secrets in the database (D-11), or a function that finds them once the service knows whether the database is empty. */
  readonly sealingKey: Buffer | ((isEmpty: boolean) => Buffer);
  /** Where the store writes what it waits for and what it loses. */
  readonly log: Logger;
  /**
   * How long PostgreSQL may take for a statement, in milliseconds. 5 s by default. A connection that does not answer for a second longer is
   * lost. 0 means no limit, for commands that nobody waits for.
   */
  readonly statementTimeoutMs?: number | undefined;
  /** How many connections to PostgreSQL the requests of this process may have. 16 by default. Deliveries and health have others. */
  readonly connectionsMax?: number | undefined;
  /** How many writes may wait for one company on PostgreSQL. 128 by default. The next is answered 503. */
  readonly waitingWritesMax?: number | undefined;
}

export const STATEMENT_TIMEOUT_MS: number = 5_000;

/** A database at this version's schema, and its seal. */
export interface OpenedStore {
  readonly database: Database;
  readonly sealer: Sealer;
}

/** @throws {ServiceError} when the database cannot be used, or the key is not the one that it was sealed with */
export async function openStore(
  { database: location, sealingKey, log, statementTimeoutMs = STATEMENT_TIMEOUT_MS, connectionsMax, waitingWritesMax }: StoreOptions,
  clock: Clock,
): Promise<OpenedStore> {
  const onLost = (error: Error): void => log.warn({ err: error }, 'A connection to the database was lost.');
  const timeoutMs = statementTimeoutMs === 0 ? undefined : statementTimeoutMs;
  const database = await openDatabase(location, { onLost, statementTimeoutMs: timeoutMs, connectionsMax, waitingWritesMax });
  try {
    warnOfReaders(location, log);
    await migrate(database);
    const sealer = createSealer(typeof sealingKey === 'function' ? sealingKey(await isEmpty(database.connection)) : sealingKey);
    await requireKey(database, sealer, clock.now());
    return { database, sealer };
  } catch (error) {
    await database.close();
    throw error;
  }
}

function warnOfReaders(location: string, log: Logger): void {
  if (location === IN_MEMORY || isPostgresUrl(location)) return;
  const mode = modeOpenToOthers(location);
  if (mode !== undefined)
    log.warn({ database: location, mode }, 'Others than its owner may read or write the database; run chmod 600 on it.');
}

// With another key no delivery could be signed, and no answer replayed: better said at the start.
async function requireKey({ connection }: Database, sealer: Sealer, now: number): Promise<void> {
  try {
    await requireSecretOpens(connection, sealer);
    await requireAnswerOpens(connection, sealer, now);
  } catch (cause) {
    throw new ServiceError('key-unusable', 'The secrets in the database were sealed with another key. Name its file with --key-file.', {
      cause,
    });
  }
}
