import type { Access, BoundKey, OnceOutcome, Outcome, Transactions } from '@business-cloud/server';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Sealer } from '../security/sealing.ts';
import { answerStore } from './answer-store.ts';
import { createKeyLocks } from './key-locks.ts';
import type { Schema } from './schema.ts';
import { createSession, type Session } from './session.ts';

export interface TransactionsInput {
  readonly db: Kysely<Schema>;
  readonly sealer: Sealer;
  readonly now: () => number;
  /** Called after a commit that recorded deliveries. */
  readonly onDeliveries: () => void;
}

type Work = (session: Session) => Promise<Outcome>;

/** Units of work over the database: key row, effect, stored answer and outbox rows commit in one transaction (D-07). */
export function createTransactions(input: TransactionsInput): Transactions<Session> {
  const locks = createKeyLocks();
  return {
    read: async (access, work) => (await work(createSession(input.db, access, input.sealer, input.now))).answer,
    write: (access, work) => transact(input, access, async (trx, session) => (await effectOf(work, trx, session)).answer),
    async writeOnce(access, key, work) {
      const unlock = locks.tryLock(JSON.stringify([access.user.id, key.key]));
      if (unlock === undefined) return { kind: 'in-progress' };
      try {
        return await transact(input, access, (trx, session) => once(input, access, key, work, trx, session));
      } finally {
        unlock();
      }
    },
  };
}

async function once(
  { sealer, now }: TransactionsInput,
  access: Access,
  key: BoundKey,
  work: Work,
  trx: Transaction<Schema>,
  session: Session,
): Promise<OnceOutcome> {
  const answers = answerStore(trx, access.user.id, sealer, now);
  const known = await answers.find(key);
  if (known.kind === 'mismatch') return known;
  if (known.kind === 'known') return { kind: 'replayed', answer: known.answer };
  const { answer, remembered } = await effectOf(work, trx, session);
  if (remembered) await answers.keep(key, answer);
  return { kind: 'executed', answer };
}

/** What the work comes to; a refusal leaves nothing of what it wrote, whatever else the transaction holds. */
async function effectOf(work: Work, trx: Transaction<Schema>, session: Session): Promise<Outcome> {
  await sql`savepoint effect`.execute(trx);
  const outcome = await work(session);
  if (!outcome.effective) await sql`rollback to savepoint effect`.execute(trx);
  await sql`release savepoint effect`.execute(trx);
  return outcome;
}

async function transact<Result>(
  { db, sealer, now, onDeliveries }: TransactionsInput,
  access: Access,
  work: (trx: Transaction<Schema>, session: Session) => Promise<Result>,
): Promise<Result> {
  let deliveries = 0;
  const result = await db.transaction().execute(async (trx) => {
    const session = createSession(trx, access, sealer, now);
    const worked = await work(trx, session);
    deliveries = session.deliveries;
    return worked;
  });
  if (deliveries > 0) onDeliveries();
  return result;
}
