import { type Kysely, sql, type Transaction } from 'kysely';
import type { Connection } from '../sql/connection.ts';
import { createKeyLocks } from '../sql/key-locks.ts';
import type { Schema } from '../sql/schema.ts';
import type { Unit, Units } from '../sql/units.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** How often a unit of work is tried at most, when another one changes or locks its rows. */
const TRIES_MAX = 5;
const LOST_RACES: ReadonlySet<unknown> = new Set(['40001', '40P01']);

/** Units of work on PostgreSQL, where several nodes write at once. */
export function createPostgresUnits(db: Kysely<Schema>): Units {
  const locks = createKeyLocks();
  return {
    run: (work) => again(() => db.transaction().execute((trx) => inSavepoint(trx, work))),
    async runLocked(name, work) {
      // A duplicate at this node is refused without a connection.
      const lock = await locks.lock(name);
      if (lock === undefined) return undefined;
      const locked = (unit: Unit): ReturnType<typeof work> => work(unit, lock.executes);
      try {
        return await again(() =>
          db.transaction().execute(async (trx) => ((await tryLock(trx, name)) ? inSavepoint(trx, locked) : undefined)),
        );
      } finally {
        lock.unlock();
      }
    },
  };
}

// D-07: held until the transaction ends, also when that is because the node died.
async function tryLock(trx: Transaction<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

async function inSavepoint<Result>(trx: Transaction<Schema>, work: (unit: Unit) => Promise<Result>): Promise<Result> {
  await sql`savepoint unit`.execute(trx);
  return work({
    connection: connectionOf(trx),
    async undo() {
      await sql`rollback to savepoint unit`.execute(trx);
    },
  });
}

async function again<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transact();
    } catch (error) {
      if (tries === TRIES_MAX || !(error instanceof Error && 'code' in error && LOST_RACES.has(error.code))) throw error;
    }
  }
}

/** The database, or a transaction, as what statements run on. */
export function connectionOf(db: Kysely<Schema>): Connection {
  return { dialect: postgresDialect, execute: (query, parameters) => db.executeQuery({ ...query, parameters }) };
}
