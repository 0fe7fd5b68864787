import {
  type Access,
  type Awaitable,
  type BoundKey,
  follow,
  type OnceOutcome,
  type Outcome,
  type Transactions,
} from '@business-cloud/server';
import type { Kysely } from 'kysely';
import { answerStore } from '../store/answer-store.ts';
import type { Schema } from '../store/sql/schema.ts';
import type { Unit, Units } from '../store/sql/units.ts';
import { createSession, type Session, type SessionInput } from './session.ts';

export interface TransactionsInput extends SessionInput {
  /** For what only reads. */
  readonly db: Kysely<Schema>;
  readonly units: Units;
  /** Called after a commit that recorded deliveries. */
  readonly onDeliveries: () => void;
}

type Work = (session: Session) => Awaitable<Outcome>;

/** What a unit of work came to, and how many deliveries it recorded. */
interface Worked<Result> {
  readonly result: Result;
  readonly deliveries: number;
}

/** Units of work over the database: key row, effect, stored answer and outbox rows commit in one transaction (D-07). */
export function createTransactions(input: TransactionsInput): Transactions<Session> {
  const told = <Result>({ result, deliveries }: Worked<Result>): Result => {
    if (deliveries > 0) input.onDeliveries();
    return result;
  };
  return {
    read: (access, work) => follow(work(createSession(input.db, access, input)), ({ answer }) => answer),
    async write(access, work) {
      const worked = await input.units.run((unit) => effectOf(input, access, work, unit));
      return told(worked).answer;
    },
    async writeOnce(access, key, work) {
      const name = JSON.stringify([access.user.id, key.key]);
      const worked = await input.units.runLocked(name, (unit) => once(input, access, key, work, unit));
      return worked === undefined ? { kind: 'in-progress' } : told(worked);
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
  const answers = answerStore(unit.db, access.user.id, input.sealer, input.now);
  const known = await answers.find(key);
  if (known.kind === 'mismatch') return { result: known, deliveries: 0 };
  if (known.kind === 'known') return { result: { kind: 'replayed', answer: known.answer }, deliveries: 0 };
  const { result, deliveries } = await effectOf(input, access, work, unit);
  if (result.remembered) await answers.keep(key, result.answer);
  return { result: { kind: 'executed', answer: result.answer }, deliveries };
}

/** What the work comes to; a refusal leaves nothing of what it wrote, whatever else the unit holds. */
async function effectOf(input: TransactionsInput, access: Access, work: Work, { db, undo }: Unit): Promise<Worked<Outcome>> {
  const session = createSession(db, access, input);
  const result = await work(session);
  if (result.effective) return { result, deliveries: session.deliveries };
  await undo();
  return { result, deliveries: 0 };
}
