import { type Kysely, sql, type Transaction } from 'kysely';
import type { CompanyId } from '../../model/ids.ts';
import { createInProgress } from '../../model/in-progress.ts';
import type { Connection } from '../sql/connection.ts';
import { createKeyLocks } from '../sql/key-locks.ts';
import type { Schema } from '../sql/schema.ts';
import type { Unit, Units } from '../sql/units.ts';
import { type CompanyTurns, createCompanyTurns } from './company-turns.ts';
import { postgresDialect } from './postgres-dialect.ts';

/** How often a unit of work is tried at most, when another one changes or locks its rows. */
const TRIES_MAX = 5;
const LOST_RACES: ReadonlySet<unknown> = new Set(['40001', '40P01']);
/** How many units of one company may wait, for its lock or for a connection, at one node. */
export const WAITING_WRITES_MAX = 128;
/** How long one of them waits for the company: a client that has waited longer has often given up. */
const WAIT_MS = 15_000;

type Transact<Result> = (trx: Transaction<Schema>, turn: Turn) => Promise<Result>;

/**
 * Units of work on PostgreSQL, where several nodes write at once.
 *
 * @param connectionsMax how many connections they share
 * @param waitingMax how many units of one company may wait, for its lock or for a connection
 */
export function createPostgresUnits(db: Kysely<Schema>, connectionsMax: number, waitingMax: number): Units {
  const locks = createKeyLocks();
  const turns = createCompanyTurns(waitingMax, WAIT_MS);
  // Connections are given out in the order in which they are asked for: whoever asks for thousands would keep everybody else waiting.
  const writes = createInProgress<CompanyId>(connectionsMax + waitingMax, 'writes');
  const transact = <Result>(company: CompanyId | undefined, work: Transact<Result>): Promise<Result> =>
    writes.run(company, () => again(() => inTurn(turns, (turn) => db.transaction().execute((trx) => work(trx, turn)))));
  return {
    run: (work, company) => transact(company, (trx, turn) => inSavepoint(trx, turn, work)),
    async runLocked(name, work, company) {
      // A duplicate at this node is refused without a connection.
      const lock = await locks.lock(name);
      if (lock === undefined) return undefined;
      const locked = (unit: Unit): ReturnType<typeof work> => work(unit, lock.executes);
      try {
        return await transact(company, async (trx, turn) => ((await tryLock(trx, name)) ? inSavepoint(trx, turn, locked) : undefined));
      } finally {
        lock.unlock();
      }
    },
  };
}

/** A company that one unit has to itself at this node. */
interface Turn {
  company: CompanyId | undefined;
  end: () => void;
  /** @throws {MustWait} when another unit has that company */
  take(company: CompanyId): void;
}

/** Another unit has the company: this one ends, and begins again when its turn has come. */
class MustWait extends Error {
  readonly company: CompanyId;

  constructor(company: CompanyId) {
    super(`Another unit has company ${company}.`);
    this.company = company;
  }
}

/** Runs a unit that may take a company. Where that is taken, it waits without a connection, and runs again. */
async function inTurn<Result>(turns: CompanyTurns, work: (turn: Turn) => Promise<Result>): Promise<Result> {
  const turn = createTurn(turns);
  try {
    return await work(turn);
  } catch (error) {
    if (!(error instanceof MustWait)) throw error;
    turn.end = await turns.take(error.company);
    turn.company = error.company;
    return await work(turn);
  } finally {
    turn.end();
  }
}

function createTurn(turns: CompanyTurns): Turn {
  return {
    company: undefined,
    end: () => undefined,
    take(company) {
      if (this.company === company) return;
      const end = turns.tryTake(company);
      if (end === undefined) throw new MustWait(company);
      this.company = company;
      this.end = end;
    },
  };
}

// D-07: held until the transaction ends, also when that is because the node died.
async function tryLock(trx: Transaction<Schema>, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

async function inSavepoint<Result>(trx: Transaction<Schema>, turn: Turn, work: (unit: Unit) => Promise<Result>): Promise<Result> {
  await sql`savepoint unit`.execute(trx);
  return work({
    connection: { ...connectionOf(trx), takeCompany: (company) => turn.take(company) },
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
  return {
    dialect: postgresDialect,
    execute: (query, parameters) => db.executeQuery({ ...query, parameters }),
    takeCompany: () => undefined,
  };
}
