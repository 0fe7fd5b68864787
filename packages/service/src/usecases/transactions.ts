import type { Access, Answer, BoundKey, OnceOutcome, Outcome, Transactions } from '@business-cloud/server';
import { accountId, type CompanyId, companyId } from '../model/ids.ts';
import { type AnswerStore, answerStore } from '../store/answer-store.ts';
import type { Connection } from '../store/sql/connection.ts';
import type { Database } from '../store/sql/database.ts';
import type { Unit } from '../store/sql/units.ts';
import { createSession, type Session, type SessionInput } from './session.ts';

export interface TransactionsInput extends SessionInput {
  readonly database: Pick<Database, 'connection' | 'units' | 'exclusive'>;
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
  const { connection, units, exclusive } = input.database;

  function committed<Result>({ result, deliveries }: Worked<Result>): Result {
    if (deliveries > 0) input.onDeliveries();
    return result;
  }

  return {
    async read(access, work): Promise<Answer> {
      return (await work(createSession(connection, access, input))).answer;
    },
    async write(access, work) {
      return committed(await units.run((unit) => effectOf(input, access, work, unit), companyOf(access))).answer;
    },
    async writeOnce(access, key, work) {
      const name = JSON.stringify([access.user.id, key.key]);
      const execute = (unit: Unit, executes: () => void) => once(input, access, key, work, { ...unit, executes });
      const worked = await units.runLocked(name, execute, companyOf(access));
      if (worked !== undefined) return committed(worked);
      // Another node that holds the key may only replay: then the first request is over, and nothing is in progress (IDEM-05).
      const stored = exclusive ? undefined : await storedOutcome(input, access, key, connection);
      return stored ?? { kind: 'in-progress' };
    },
  };
}

function companyOf({ companyId: id }: Access): CompanyId | undefined {
  return id === undefined ? undefined : companyId(id);
}

async function once(
  input: TransactionsInput,
  access: Access,
  key: BoundKey,
  work: Work,
  unit: Unit & { readonly executes: () => void },
): Promise<Worked<Exclude<OnceOutcome, { kind: 'in-progress' }>>> {
  const stored = await storedOutcome(input, access, key, unit.connection);
  if (stored !== undefined) return { result: stored, deliveries: 0 };
  unit.executes();
  const { result, deliveries } = await effectOf(input, access, work, unit);
  if (result.remembered) await answersOf(input, access, unit.connection).keep(key, result.answer);
  return { result: { kind: 'executed', answer: result.answer }, deliveries };
}

/** What a key that was used before leads to. */
async function storedOutcome(
  input: TransactionsInput,
  access: Access,
  key: BoundKey,
  connection: Connection,
): Promise<Extract<OnceOutcome, { kind: 'replayed' | 'mismatch' }> | undefined> {
  const known = await answersOf(input, access, connection).find(key);
  if (known.kind === 'unknown') return undefined;
  return known.kind === 'mismatch' ? known : { kind: 'replayed', answer: known.answer };
}

function answersOf({ sealer, now }: TransactionsInput, access: Access, connection: Connection): AnswerStore {
  return answerStore(connection, accountId(access.user.id), sealer, now);
}

/** Runs the work; a refusal undoes all that it wrote. */
async function effectOf(input: TransactionsInput, access: Access, work: Work, { connection, undo }: Unit): Promise<Worked<Outcome>> {
  const session = createSession(connection, access, input);
  const result = await work(session);
  if (result.effective) return { result, deliveries: session.deliveries };
  await undo();
  return { result, deliveries: 0 };
}
