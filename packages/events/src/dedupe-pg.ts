/** Remembers processed events in your own PostgreSQL, in one transaction with your own work. On a pool of `pg`, without a query builder. */

import { callable, type OptionKinds, readOptions, record, text } from '#runtime';
import type { DedupeStore } from './dedupe/dedupe-store.ts';
import { requireNumber, rolledBack, TABLE_DEFAULT } from './dedupe/marks.ts';
import { EVENT_GUID_CHARACTERS_MAX } from './evento/envelope.ts';
import { fault } from './fault.ts';

/** What the store needs of a client of `pg`. */
export interface PgClient {
  /** Sends a statement, with a value for each `$1`, and rejects if it fails. */
  query(text: string, values?: unknown[]): Promise<PgResult>;
  /** Calls the listener when the connection is lost between statements. */
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** Calls the listener no more. */
  off(event: 'error', listener: (error: Error) => void): unknown;
  /** With true the connection is closed. */
  release(destroy?: boolean): void;
}

/** What a statement answered. */
export interface PgResult {
  /** The rows that it returned. */
  readonly rows: readonly unknown[];
  /** How many rows it wrote or returned; null for a statement that does neither. */
  readonly rowCount: number | null;
}

/** What the store needs of a `Pool` of `pg`. */
export interface PgPool<Client extends PgClient = PgClient> {
  /** A client of the pool, which is released after the work. */
  connect(): Promise<Client>;
}

/** Options of `createPgDedupe`. */
export interface PgDedupeOptions {
  /** The table's name, with its schema if it has one: `app.processed`. Default `processed_webhook_event`. */
  readonly table?: string | undefined;
  /** The present time in Unix milliseconds, for `forget`. Default: the clock of this machine. */
  readonly nowMs?: (() => number) | undefined;
}

/** The store, with what its table needs. */
export interface PgDedupe<Client extends PgClient> extends DedupeStore<Client> {
  /** Creates the table if it is missing. Call it at start, or do the same in your own migrations. */
  createTable(): Promise<void>;
  /** Forgets the events that were processed longer ago than this, in seconds, and returns how many. A few weeks are a good choice. */
  forget(olderThanSeconds: number): Promise<number>;
}

const KINDS: OptionKinds<PgDedupeOptions> = { table: text, nowMs: callable };

/**
 * A dedupe store that shares its transaction with your handler. `delivery.transaction` is a client of the pool, between `begin` and `commit`.
 * What the handler does by it and the mark that it was done are committed together, before the answer (RCV-13).
 *
 * @example
 * const dedupe = createPgDedupe(new Pool());
 * await dedupe.createTable();
 * const receiver = createReceiver({
 *   secret,
 *   dedupe,
 *   onEvent: async (evento, { transaction }) => {
 *     await transaction.query('insert into inbox (guid) values ($1)', [evento.EventGuid]);
 *   },
 * });
 */
export function createPgDedupe<Client extends PgClient = PgClient>(pool: PgPool<Client>, options: PgDedupeOptions = {}): PgDedupe<Client> {
  const { table = TABLE_DEFAULT, nowMs: clock = Date.now } = readOptions<PgDedupeOptions>(options, KINDS, fault);
  if (!record('connect').accepts(pool)) throw fault('The first parameter must be a pool of pg, with connect().');
  const nowMs = (): number => requireNumber('nowMs()', clock());
  const name = quoted(table);
  return {
    async once(eventGuid, work) {
      const processedAt = nowMs();
      return withClient(pool, async (client) => {
        await client.query('begin');
        // The mark comes first: a duplicate in another process waits here until this transaction ends, and then finds the mark or sets it.
        const mark = `insert into ${name} (event_guid, processed_at) values ($1, $2) on conflict (event_guid) do nothing`;
        const { rowCount } = await client.query(mark, [eventGuid, processedAt]);
        if (rowCount === 1) {
          await work(client);
          // PostgreSQL answers the commit of a transaction that it gave up without an error.
          const kept = await client.query(`select 1 from ${name} where event_guid = $1`, [eventGuid]);
          if (kept.rowCount !== 1) throw rolledBack();
        }
        await client.query('commit');
        return rowCount === 1 ? 'processed' : 'duplicate';
      });
    },
    async createTable() {
      const columns = `event_guid varchar(${EVENT_GUID_CHARACTERS_MAX}) primary key, processed_at bigint not null`;
      await withClient(pool, (client) => client.query(`create table if not exists ${name} (${columns})`));
    },
    async forget(olderThanSeconds) {
      const before = nowMs() - requireNumber('olderThanSeconds', olderThanSeconds) * 1000;
      const { rowCount } = await withClient(pool, (client) =>
        client.query(`delete from ${name} where processed_at < $1`, [Math.ceil(before)]),
      );
      return rowCount ?? 0;
    },
  };
}

/**
 * A client goes back to the pool if all went well. If not, its connection is closed, and PostgreSQL rolls back: work that failed or came too
 * late may still hold the client, and could write by it outside of any transaction, or in that of somebody else.
 */
async function withClient<Client extends PgClient, T>(pool: PgPool<Client>, use: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  // A connection that breaks between two queries would end the process by this event. The next query fails as well, and that is heard.
  const heard = (): void => undefined;
  client.on('error', heard);
  try {
    const result = await use(client);
    client.off('error', heard);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** A name, or a schema and a name. */
function quoted(table: string): string {
  return table
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}
