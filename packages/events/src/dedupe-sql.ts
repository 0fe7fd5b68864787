/** Remembers processed events in your own database, in one transaction with your own work. On kysely, over SQLite or PostgreSQL. */

import type { Kysely, Transaction } from 'kysely';
import { callable, type OptionKinds, readOptions, text } from '#runtime';
import type { DedupeStore } from './dedupe/dedupe-store.ts';
import { requireNumber, rolledBack, TABLE_DEFAULT } from './dedupe/marks.ts';
import { EVENT_GUID_CHARACTERS_MAX } from './evento/envelope.ts';
import { fault } from './fault.ts';

/** Options of `createSqlDedupe`. */
export interface SqlDedupeOptions {
  /** The table's name. Default `processed_webhook_event`. */
  readonly table?: string | undefined;
  /** The present time in Unix milliseconds, for `forget`. Default: the clock of this machine. */
  readonly nowMs?: (() => number) | undefined;
}

/** The store, with what its table needs. */
export interface SqlDedupe<Database> extends DedupeStore<Transaction<Database>> {
  /** Creates the table if it is missing. Call it at start, or do the same in your own migrations. */
  createTable(): Promise<void>;
  /**
   * Forgets the events that were processed longer ago than this, in seconds, and returns how many. The service repeats an event for
   * about 8 hours on its own, and whenever somebody asks it to. A few weeks are a good choice.
   */
  forget(olderThanSeconds: number): Promise<number>;
}

interface ProcessedEvent {
  readonly event_guid: string;
  /** Unix milliseconds. */
  readonly processed_at: number;
}

const KINDS: OptionKinds<SqlDedupeOptions> = { table: text, nowMs: callable };

/**
 * A dedupe store that shares its transaction with your handler. What the handler does by `delivery.transaction` and the mark that it was done
 * are committed together, before the answer. A process that dies before that has done nothing. One that dies after it refuses the redelivery as
 * a duplicate (RCV-13).
 *
 * @example
 * const dedupe = createSqlDedupe(database);
 * await dedupe.createTable();
 * const receiver = createReceiver({
 *   secret,
 *   dedupe,
 *   onEvent: async (evento, { transaction }) => {
 *     await transaction.insertInto('inbox').values({ guid: evento.EventGuid }).execute();
 *   },
 * });
 */
export function createSqlDedupe<Database>(database: Kysely<Database>, options: SqlDedupeOptions = {}): SqlDedupe<Database> {
  const { table = TABLE_DEFAULT, nowMs: clock = Date.now } = readOptions<SqlDedupeOptions>(options, KINDS, fault);
  const nowMs = (): number => requireNumber('nowMs()', clock());
  return {
    async once(eventGuid, work) {
      return database.transaction().execute(async (transaction) => {
        // The mark comes first: a duplicate in another process waits here until this transaction ends, and then finds the mark or sets it.
        const mark = { event_guid: eventGuid, processed_at: nowMs() };
        const inserted = await own(transaction)
          .insertInto(table)
          .values(mark)
          .onConflict((conflict) => conflict.column('event_guid').doNothing())
          .executeTakeFirst();
        if (inserted.numInsertedOrUpdatedRows === 0n) return 'duplicate';
        await work(transaction);
        // A handler may roll back by itself, or swallow the error for which the database gave up the transaction.
        const kept = await own(transaction).selectFrom(table).select('event_guid').where('event_guid', '=', eventGuid).executeTakeFirst();
        if (kept === undefined) throw rolledBack();
        return 'processed';
      });
    },
    async createTable() {
      await database.schema
        .createTable(table)
        .ifNotExists()
        .addColumn('event_guid', `varchar(${EVENT_GUID_CHARACTERS_MAX})`, (column) => column.primaryKey())
        .addColumn('processed_at', 'bigint', (column) => column.notNull())
        .execute();
    },
    async forget(olderThanSeconds) {
      const before = nowMs() - requireNumber('olderThanSeconds', olderThanSeconds) * 1000;
      const { numDeletedRows } = await own(database).deleteFrom(table).where('processed_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

/** The one cast: the table is in the user's database, but not in the user's types of it. */
function own(database: unknown): Kysely<Record<string, ProcessedEvent>> {
  return database as Kysely<Record<string, ProcessedEvent>>;
}
