import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { ServiceError } from '../../model/service-error.ts';
import type { Database } from '../sql/database.ts';
import type { Schema } from '../sql/schema.ts';
import { connectionOf, createPostgresUnits } from './postgres-units.ts';

const POSTGRES_URL = /^postgres(?:ql)?:\/\//;
const CONNECTIONS_MAX = 20;
const CONNECT_TIMEOUT_MS = 5_000;
/** PostgreSQL's type of 64-bit integers, which the driver gives as text. */
const INT8 = 20;

/** Whether a database is named by the address of a PostgreSQL server, and not by a file. */
export function isPostgresUrl(location: string): boolean {
  return POSTGRES_URL.test(location);
}

/**
 * Connects to a PostgreSQL database.
 *
 * @param url `postgres://user:password@host:port/database`
 * @param onLost called for each connection that breaks while nobody uses it; the next use makes a new one
 * @throws {ServiceError} `database-unreachable`, `database-unusable` or `bad-argument`
 */
export async function openPostgres(url: string, onLost: (error: Error) => void): Promise<Database> {
  if (!URL.canParse(url)) throw new ServiceError('bad-argument', '--database must be like postgres://user:password@host:5432/name.');
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    // Identifiers, tokens and times: the contract keeps them all below 2^53.
    types: { getTypeParser: (type, format) => (type === INT8 ? Number : types.getTypeParser(type, format)) },
  });
  pool.on('error', onLost);
  // The pool listens to idle connections alone: one that breaks between two queries of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await requireUnicode(db);
    return {
      connection: connectionOf(db),
      units: createPostgresUnits(db),
      exclusive: false,
      migrating: db,
      close: () => db.destroy(),
    };
  } catch (cause) {
    await db.destroy();
    if (cause instanceof ServiceError) throw cause;
    throw new ServiceError(
      'database-unreachable',
      `${displayed(url)} cannot be reached (${reasonOf(cause)}); check --database, and that the server runs and accepts the user.`,
      { cause },
    );
  }
}

// Other encodings lack characters that a request may hold.
async function requireUnicode(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ readonly encoding: string }>`select current_setting('server_encoding') as encoding`.execute(db);
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new ServiceError('database-unusable', `The database has the encoding ${encoding}; create one with the encoding UTF8.`);
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
