import { readArrivals } from '../../model/arrivals.ts';
import { createFairQueue } from '../../model/fair-queue.ts';
import type { CompanyId } from '../../model/ids.ts';
import { createKeyLocks } from '../sql/key-locks.ts';
import type { Unit, Units } from '../sql/units.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** How many units commit together at most: those behind them wait for all of their statements. */
const GROUP_MAX = 64;

const OF_NO_COMPANY = 'none';

/** A unit that waits for its group. Calls back exactly once, after the commit or the failure of it. */
interface Waiting {
  /** Runs within the group's transaction; resolves with the way to answer its caller, which is called only after the commit. */
  attempt(runs: Runs): Promise<() => void>;
  fail(error: unknown): void;
}

/** A way to run the work of a unit within the group's transaction. */
type Runs = <Result>(work: (unit: Unit) => Promise<Result>) => Promise<Settled<Result>>;

type Settled<Result> = { readonly result: Result } | { readonly error: unknown };

/** A unit of a group without savepoints has to be undone: the group is rolled back, and run again with them. */
class NeedsSavepoints extends Error {}

/**
 * Units of work over a database that takes one writer at a time: those that wait together run one after another in one transaction,
 * and share the commit, which is what takes long; companies take turns in joining it. Nobody is answered before it. Only a group in
 * which a unit fails after it wrote is run with a savepoint for each unit: for a savepoint SQLite copies every page that the unit writes to.
 *
 * @param requireFile throws when the file of the database is gone; called after each commit
 */
export function createGroupCommit(connection: SqliteConnection, requireFile: () => void = () => undefined): Units {
  const locks = createKeyLocks();
  const waiting = createFairQueue<Waiting>();
  let running = false;

  async function runGroups(): Promise<void> {
    while (waiting.size > 0) {
      // Requests that have arrived by now are read first, from new clients too: they join this group, or find their key in progress
      // (IDEM-05). A client that is not accepted yet would wait for as many groups as there are others ahead of it.
      await readArrivals();
      await commitTogether({ connection, requireFile }, waiting.take(GROUP_MAX));
    }
    running = false;
  }

  function run<Result>(work: (unit: Unit) => Promise<Result>, company?: CompanyId): Promise<Result> {
    return new Promise((resolve, reject) => {
      waiting.add(company ?? OF_NO_COMPANY, {
        async attempt(runs) {
          const settled = await runs(work);
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
    async runLocked(name, work, company) {
      const lock = await locks.lock(name);
      if (lock === undefined) return undefined;
      try {
        return await run((unit) => work(unit, lock.executes), company);
      } finally {
        lock.unlock();
      }
    },
  };
}

interface Committing {
  readonly connection: SqliteConnection;
  readonly requireFile: () => void;
}

async function commitTogether({ connection, requireFile }: Committing, group: readonly Waiting[]): Promise<void> {
  try {
    const answers = await connection.hold(async () => {
      try {
        return await inTransaction(connection, group, (work) => plainly(connection, work));
      } catch (error) {
        if (!(error instanceof NeedsSavepoints)) throw error;
        return await inTransaction(connection, group, (work) => inSavepoint(connection, work));
      }
    });
    // What was committed to a file that is gone is lost: nobody is told that it is there.
    requireFile();
    for (const answer of answers) answer();
  } catch (error) {
    for (const { fail } of group) fail(error);
  }
}

async function inTransaction(connection: SqliteConnection, group: readonly Waiting[], runs: Runs): Promise<(() => void)[]> {
  connection.command('begin immediate');
  try {
    const answers: (() => void)[] = [];
    for (const { attempt } of group) answers.push(await attempt(runs));
    connection.command('commit');
    return answers;
  } catch (error) {
    try {
      connection.command('rollback');
    } catch {
      // A full disk ends the transaction by itself: then there is nothing left to roll back, and the first error counts.
    }
    throw error;
  }
}

async function plainly<Result>(connection: SqliteConnection, work: (unit: Unit) => Promise<Result>): Promise<Settled<Result>> {
  const before = connection.writes;
  let isToUndo = false;
  const undo = async (): Promise<void> => {
    isToUndo ||= connection.writes > before;
    if (isToUndo) throw new NeedsSavepoints();
  };
  try {
    const result = await work({ connection: connection.inside, undo });
    if (connection.inTransaction && !isToUndo) return { result };
  } catch (error) {
    if (connection.inTransaction && connection.writes === before) return { error };
  }
  throw new NeedsSavepoints();
}

async function inSavepoint<Result>(connection: SqliteConnection, work: (unit: Unit) => Promise<Result>): Promise<Settled<Result>> {
  connection.command('savepoint unit');
  const undo = async (): Promise<void> => connection.command('rollback to unit');
  try {
    const result = await work({ connection: connection.inside, undo });
    connection.command('release unit');
    return { result };
  } catch (error) {
    // When this fails too, the transaction is gone, and the whole group with it.
    await undo().catch(() => Promise.reject(error));
    connection.command('release unit');
    return { error };
  }
}
