import { callSafely } from '#runtime';
import type { Answer } from '../answer.ts';
import { IDEMPOTENCY_RETENTION_MS } from '../generated/limits.ts';
import type { Access, BoundKey, Clock, OnceOutcome, Outcome, Transactions } from '../ports.ts';

interface StoredAnswer {
  readonly fingerprint: string;
  readonly answer: Answer;
  readonly expiresAt: number;
}

/** What happens once a unit of work is committed. It may take out of the state what was left there for it, such as events to deliver. */
export type AfterCommit<State> = (state: State, access: Access) => void;

/**
 * Transactions over one plain value: each unit of work gets a copy, which replaces the value when the work is effective.
 * For tests and first steps: everything is lost when the process ends, and each unit of work copies the whole value.
 *
 * @param initial the first value; it must be one that `structuredClone` copies
 * @param afterCommit is called with the new value each time one takes the place of the old
 * @example
 * const transactions = memoryTransactions({ articoli: [] }, { now: () => Date.now() });
 */
export function memoryTransactions<State>(initial: State, clock: Clock, afterCommit?: AfterCommit<State>): Transactions<State> {
  type Work = (transaction: State) => Promise<Outcome>;
  let state = initial;
  let last: Promise<unknown> = Promise.resolve();
  const stored = new Map<string, StoredAnswer>();
  const running = new Set<string>();

  /** Runs units of work one after another, so that none sees another half done. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  }

  async function transact(access: Access, work: Work): Promise<Outcome> {
    const draft = structuredClone(state);
    const outcome = await work(draft);
    if (!outcome.effective) return outcome;
    state = draft;
    // What is committed stays so, and is answered so, whatever becomes of the call.
    callSafely(afterCommit, (error) => console.error('afterCommit failed.', error), state, access);
    return outcome;
  }

  function storedOutcome(id: string, { fingerprint }: BoundKey): OnceOutcome | undefined {
    const known = stored.get(id);
    if (known === undefined || clock.now() >= known.expiresAt) return undefined;
    return known.fingerprint === fingerprint ? { kind: 'replayed', answer: known.answer } : { kind: 'mismatch' };
  }

  async function once(id: string, access: Access, { fingerprint }: BoundKey, work: Work): Promise<OnceOutcome> {
    const { answer, remembered } = await transact(access, work);
    if (remembered) stored.set(id, { fingerprint, answer, expiresAt: clock.now() + IDEMPOTENCY_RETENTION_MS });
    return { kind: 'executed', answer };
  }

  return {
    read: (_access, work) => inTurn(async () => (await work(structuredClone(state))).answer),
    write: (access, work) => inTurn(async () => (await transact(access, work)).answer),
    async writeOnce(access, key, work) {
      const id = JSON.stringify([access.user.id, key.key]);
      const known = storedOutcome(id, key);
      if (known !== undefined) return known;
      if (running.has(id)) return { kind: 'in-progress' };
      running.add(id);
      try {
        return await inTurn(() => once(id, access, key, work));
      } finally {
        running.delete(id);
      }
    },
  };
}
