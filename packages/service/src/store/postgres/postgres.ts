import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { ServiceError } from '../../model/service-error.ts';
import type { Database } from '../sql/database.ts';
import type { Schema } from '../sql/schema.ts';
import { createGuardedPool, type GuardedPool } from './guarded-pool.ts';
import { createPostgresHealth } from './postgres-health.ts';
import { connectionOf, createPostgresUnits, WAITING_WRITES_MAX } from './postgres-units.ts';

const POSTGRES_URL = /^postgres(?:ql)?:\/\//;
/** How many connections the requests of one node have. */
export const CONNECTIONS_MAX = 16;
/** And what else it does: none of these kinds waits for another. */
const CONNECTIONS = { deliveries: 4, health: 1, migrating: 1 } as const;
const CONNECT_TIMEOUT_MS = 5_000;
const HEALTH_TIMEOUT_MS = 1_500;
/** How much longer than a statement may take its answer is waited for, in milliseconds. */
const ANSWER_MARGIN_MS = 1_000;
/** PostgreSQL's type of 64-bit integers, which the driver gives as text. */
const INT8 = 20;

/** How a database is connected to. */
export interface PostgresOptions {
  /** Called for each connection that breaks while nobody uses it; the next use makes a new one. */
  readonly onLost: (error: Error) => void;
  /** How long a statement may take, and wait for a lock, in milliseconds; undefined for as long as it needs. */
  readonly statementTimeoutMs?: number | undefined;
  /** How many connections the requests of this process have at most. */
  readonly connectionsMax?: number | undefined;
  /** How many writes may wait for one company. */
  readonly waitingWritesMax?: number | undefined;
}

/** Whether a database is named by the address of a PostgreSQL server, and not by a file. */
export function isPostgresUrl(location: string): boolean {
  return POSTGRES_URL.test(location);
}

/**
 * Connects to a PostgreSQL database.
 *
 * @param url `postgres://user:password@host:port/database`
 * @throws {ServiceError} `database-unreachable`, `database-unusable` or `bad-argument`
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Database> {
  const { onLost, statementTimeoutMs, connectionsMax = CONNECTIONS_MAX, waitingWritesMax = WAITING_WRITES_MAX } = options;
  if (!URL.canParse(url)) throw new ServiceError('bad-argument', '--database must be like postgres://user:password@host:5432/name.');
  const pool = (max: number, timeoutMs: number | undefined) => openPool(url, { max, timeoutMs, onLost });
  const pools = {
    requests: pool(connectionsMax, statementTimeoutMs),
    deliveries: pool(CONNECTIONS.deliveries, statementTimeoutMs),
    health: pool(CONNECTIONS.health, HEALTH_TIMEOUT_MS),
    // An index of a large table takes long to build.
    migrating: pool(CONNECTIONS.migrating, undefined),
  };
  const migrating = kyselyOf(pools.migrating);
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(pools).map((one) => one.end()));
  };
  try {
    await requireUnicode(migrating);
  } catch (cause) {
    await close();
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError(
      'database-unreachable',
      `${displayed(url)} cannot be reached (${reasonOf(cause)}); check --database, and that the server runs and accepts the user.`,
      { cause },
    );
  }
  const requests = kyselyOf(pools.requests);
  const deliveries = kyselyOf(pools.deliveries);
  const own = connectionOf(kyselyOf(pools.health));
  return {
    connection: connectionOf(requests),
    units: createPostgresUnits(requests, connectionsMax, waitingWritesMax),
    deliveries: { connection: connectionOf(deliveries), units: createPostgresUnits(deliveries, CONNECTIONS.deliveries, waitingWritesMax) },
    health: createPostgresHealth(own, connectionOf(requests), pools.requests),
    // A server that is away may come back.
    lost: new Promise(() => undefined),
    exclusive: false,
    migrating,
    close,
  };
}

interface PoolInput {
  readonly max: number;
  readonly timeoutMs: number | undefined;
  readonly onLost: (error: Error) => void;
}

function openPool(url: string, { max, timeoutMs, onLost }: PoolInput): GuardedPool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: Math.min(CONNECT_TIMEOUT_MS, timeoutMs ?? CONNECT_TIMEOUT_MS),
    keepAlive: true,
    ...(timeoutMs !== undefined && serverLimits(timeoutMs)),
    // Identifiers, tokens and times: the contract keeps them all below 2^53.
    types: { getTypeParser: (type, format) => (type === INT8 ? Number : types.getTypeParser(type, format)) },
  });
  pool.on('error', onLost);
  // The pool listens to idle connections alone: one that breaks between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  return createGuardedPool(pool, timeoutMs === undefined ? undefined : timeoutMs + ANSWER_MARGIN_MS);
}

/** The limits that the server keeps. A transaction whose client was cut ends there as well: its locks are free again. */
function serverLimits(timeoutMs: number): PoolConfig {
  return { statement_timeout: timeoutMs, lock_timeout: timeoutMs, idle_in_transaction_session_timeout: 2 * timeoutMs };
}

function kyselyOf(pool: GuardedPool): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

// Other encodings lack characters that a request may hold.
async function requireUnicode(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ readonly encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new ServiceError('database-unusable', `The database has the encoding ${encoding}. Create one with the encoding UTF8.`);
}

/** The address without its user and password. */
function displayed(url: string): string {
  const { host, pathname } = new URL(url);
  return `postgres://${host}${pathname}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error);
}
