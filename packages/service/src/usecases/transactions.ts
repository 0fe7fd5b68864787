import type { Access, Answer, BoundKey, OnceOutcome, Outcome, Transactions } from '@business-cloud/server';
import { accountId } from '../model/ids.ts';
import { answerStore } from '../store/answer-store.ts';
import type { Database } from '../store/sql/database.ts';
import type { Unit } from '../store/sql/units.ts';
import { createSession, type Session, type SessionInput } from './session.ts';

export interface TransactionsInput extends SessionInput {
  readonly database: Pick<Database, 'connection' | 'units'>;
  /** Called after a commit that recorded deliveries. */
  readonly onDeliveries: () => void;
}

type Work = (session: Session) => Promise<Outcome>;

/** What a unit of work came to, and how many deliveries it recorded. */
interface Worked<Result> {
  readonly result: Result;
  readonly deliveries: number;
}

/** Units of work over the database: key row, effect, stored answer and outbox rows commit in one transaction (D-07). */
export function createTransactions(input: TransactionsInput): Transactions<Session> {
  const { connection, units } = input.database;

  function committed<Result>({ result, deliveries }: Worked<Result>): Result {
    if (deliveries > 0) input.onDeliveries();
    return result;
  }

  return {
    async read(access, work): Promise<Answer> {
      return (await work(createSession(connection, access, input))).answer;
    },
    async write(access, work) {
      return committed(await units.run((unit) => effectOf(input, access, work, unit))).answer;
    },
    async writeOnce(access, key, work) {
      const name = JSON.stringify([access.user.id, key.key]);
      const worked = await units.runLocked(name, (unit) => once(input, access, key, work, unit));
      return worked === undefined ? { kind: 'in-progress' } : committed(worked);
    },
  };
}

async function once(
  input: TransactionsInput,
  access: Access,
  key: BoundKey,
  work: Work,
  unit: Unit,
): Promise<Worked<Exclude<OnceOutcome, { kind: 'in-progress' }>>> {
  const answers = answerStore(unit.connection, accountId(access.user.id), input.sealer, input.now);
  const known = await answers.find(key);
  if (known.kind === 'mismatch') return { result: known, deliveries: 0 };
  if (known.kind === 'known') return { result: { kind: 'replayed', answer: known.answer }, deliveries: 0 };
  const { result, deliveries } = await effectOf(input, access, work, unit);
  if (result.remembered) await answers.keep(key, result.answer);
  return { result: { kind: 'executed', answer: result.answer }, deliveries };
}

/** Runs the work; a refusal undoes all that it wrote. */
async function effectOf(input: TransactionsInput, access: Access, work: Work, { connection, undo }: Unit): Promise<Worked<Outcome>> {
  const session = createSession(connection, access, input);
  const result = await work(session);
  if (result.effective) return { result, deliveries: session.deliveries };
  await undo();
  return { result, deliveries: 0 };
}
