import type { Access, BoundKey, OnceOutcome, Outcome, Transactions } from '@business-cloud/server';
import type { ControlledTransaction, Kysely } from 'kysely';
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
    write: (access, work) => {
      return transact(input, access, async (session) => {
        const outcome = await work(session);
        return { result: outcome.answer, commit: outcome.effective };
      });
    },
    async writeOnce(access, key, work) {
      const unlock = locks.tryLock(JSON.stringify([access.user.id, key.key]));
      if (unlock === undefined) return { kind: 'in-progress' };
      try {
        return await transact(input, access, (session, trx) => once(input, access, key, work, trx, session));
      } finally {
        unlock();
      }
    },
  };
}

interface Decision<Result> {
  readonly result: Result;
  readonly commit: boolean;
}

async function once(
  { sealer, now }: TransactionsInput,
  access: Access,
  key: BoundKey,
  work: Work,
  trx: ControlledTransaction<Schema>,
  session: Session,
): Promise<Decision<OnceOutcome>> {
  const answers = answerStore(trx, access.user.id, sealer, now);
  const known = await answers.find(key);
  if (known.kind === 'mismatch') return { result: known, commit: false };
  if (known.kind === 'known') return { result: { kind: 'replayed', answer: known.answer }, commit: false };
  const beforeEffect = await trx.savepoint('effect').execute();
  const { answer, effective, remembered } = await work(session);
  // A refusal that is remembered leaves nothing but its answer.
  if (!effective) await beforeEffect.rollbackToSavepoint('effect').execute();
  if (remembered) await answers.keep(key, answer);
  return { result: { kind: 'executed', answer }, commit: effective || remembered };
}

async function transact<Result>(
  { db, sealer, now, onDeliveries }: TransactionsInput,
  access: Access,
  work: (session: Session, trx: ControlledTransaction<Schema>) => Promise<Decision<Result>>,
): Promise<Result> {
  const trx = await db.startTransaction().execute();
  try {
    const session = createSession(trx, access, sealer, now);
    const { result, commit } = await work(session, trx);
    await (commit ? trx.commit() : trx.rollback()).execute();
    if (commit && session.deliveries > 0) onDeliveries();
    return result;
  } catch (error) {
    if (!trx.isCommitted && !trx.isRolledBack) await trx.rollback().execute();
    throw error;
  }
}
