import { setImmediate as nextTurn } from 'node:timers/promises';
import { CompiledQuery, type Kysely } from 'kysely';
import { createKeyLocks } from '../sql/key-locks.ts';
import { preparedQuery } from '../sql/prepared-query.ts';
import type { Schema } from '../sql/schema.ts';
import type { Unit, Units } from '../sql/units.ts';
import { connectionOf, holdingConnection } from './own-connection.ts';

/** So many units commit together at most: whoever waits behind them waits for all of their queries. */
export const GROUP_MAX = 64;

const command = (text: string) => preparedQuery(() => ({ compile: () => CompiledQuery.raw(text) }));
const begin = command('begin immediate');
const commit = command('commit');
const rollback = command('rollback');
const savepoint = command('savepoint unit');
const undoUnit = command('rollback to unit');
const release = command('release unit');

/** A unit that waits for its group. Calls back exactly once, after the commit or the failure of it. */
interface Waiting {
  /** Runs within the group's transaction; resolves with the way to tell its caller, which is gone only after the commit. */
  attempt(db: Kysely<Schema>, runs: Runs): Promise<() => void>;
  fail(error: unknown): void;
}

/** A way to run the work of a unit within the group's transaction. */
type Runs = <Result>(db: Kysely<Schema>, work: (unit: Unit) => Promise<Result>) => Promise<Settled<Result>>;

type Settled<Result> = { readonly result: Result } | { readonly error: unknown };

/** A unit of a group without savepoints is to be undone: the group is rolled back, and run again with them. */
class NeedsSavepoints extends Error {}

/**
 * Units of work over a database that takes one writer at a time: those that wait together run one after another in one transaction,
 * and share the commit, which is what takes long. Nobody is answered before it. Only a group of which a unit fails after it wrote
 * is run with a savepoint for each unit: SQLite copies every page for it that the unit writes to.
 */
export function createGroupCommit(db: Kysely<Schema>): Units {
  const locks = createKeyLocks();
  const waiting: Waiting[] = [];
  let running = false;

  async function runGroups(): Promise<void> {
    while (waiting.length > 0) {
      // Requests that have come meanwhile are read first: they join this group, or find their key in progress (IDEM-05).
      await nextTurn();
      await commitTogether(db, waiting.splice(0, GROUP_MAX));
    }
    running = false;
  }

  function run<Result>(work: (unit: Unit) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      waiting.push({
        async attempt(group, runs) {
          const settled = await runs(group, work);
          return 'error' in settled ? () => reject(settled.error) : () => resolve(settled.result);
        },
        fail: reject,
      });
      if (running) return;
      running = true;
      void runGroups();
    });
  }

  return {
    run,
    async runLocked(name, work) {
      const unlock = locks.tryLock(name);
      if (unlock === undefined) return undefined;
      try {
        return await run(work);
      } finally {
        unlock();
      }
    },
  };
}

async function commitTogether(db: Kysely<Schema>, group: readonly Waiting[]): Promise<void> {
  try {
    const settled = await db.connection().execute(async (connection) => {
      holdingConnection(db, connection);
      try {
        return await inTransaction(connection, group, plainly);
      } catch (error) {
        if (!(error instanceof NeedsSavepoints)) throw error;
        return await inTransaction(connection, group, inSavepoint);
      }
    });
    for (const tell of settled) tell();
  } catch (error) {
    for (const { fail } of group) fail(error);
  }
}

async function inTransaction(connection: Kysely<Schema>, group: readonly Waiting[], runs: Runs): Promise<(() => void)[]> {
  await begin(connection);
  try {
    const settled: (() => void)[] = [];
    for (const { attempt } of group) settled.push(await attempt(connection, runs));
    await commit(connection);
    return settled;
  } catch (error) {
    try {
      await rollback(connection);
    } catch {
      // A full disk ends the transaction by itself: then there is nothing left to roll back, and the first error counts.
    }
    throw error;
  }
}

async function plainly<Result>(db: Kysely<Schema>, work: (unit: Unit) => Promise<Result>): Promise<Settled<Result>> {
  const connection = connectionOf(db);
  const before = connection.writes;
  let isToUndo = false;
  const undo = async (): Promise<void> => {
    isToUndo ||= connection.writes > before;
    if (isToUndo) throw new NeedsSavepoints();
  };
  try {
    const result = await work({ db, undo });
    if (connection.inTransaction && !isToUndo) return { result };
  } catch (error) {
    if (connection.inTransaction && connection.writes === before) return { error };
  }
  throw new NeedsSavepoints();
}

async function inSavepoint<Result>(db: Kysely<Schema>, work: (unit: Unit) => Promise<Result>): Promise<Settled<Result>> {
  await savepoint(db);
  const undo = async (): Promise<void> => {
    await undoUnit(db);
  };
  try {
    const result = await work({ db, undo });
    await release(db);
    return { result };
  } catch (error) {
    // When this fails too, the transaction is gone, and the whole group with it.
    await undo().catch(() => Promise.reject(error));
    await release(db);
    return { error };
  }
}
