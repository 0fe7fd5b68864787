import type { Answer } from '../answer.ts';
import { IDEMPOTENCY_RETENTION_MS } from '../generated/limits.ts';
import type { Access, BoundKey, Clock, OnceOutcome, Outcome, Transactions } from '../ports.ts';

interface StoredAnswer {
  readonly fingerprint: string;
  readonly answer: Answer;
  readonly expiresAt: number;
}

/**
 * Transactions over one plain value: each unit of work gets a copy, which replaces the value when the work is effective.
 * For tests and first steps: everything is lost when the process ends, and each unit of work copies the whole value.
 *
 * @param initial the first value; it must be one that `structuredClone` copies
 */
export function memoryTransactions<State>(initial: State, clock: Clock): Transactions<State> {
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

  async function transact(work: (transaction: State) => Promise<Outcome>): Promise<Outcome> {
    const draft = structuredClone(state);
    const outcome = await work(draft);
    if (outcome.effective) state = draft;
    return outcome;
  }

  function storedOutcome(id: string, { fingerprint }: BoundKey): OnceOutcome | undefined {
    const known = stored.get(id);
    if (known === undefined || clock.now() >= known.expiresAt) return undefined;
    return known.fingerprint === fingerprint ? { kind: 'replayed', answer: known.answer } : { kind: 'mismatch' };
  }

  async function once(id: string, { fingerprint }: BoundKey, work: (transaction: State) => Promise<Outcome>): Promise<OnceOutcome> {
    const { answer, remembered } = await transact(work);
    if (remembered) stored.set(id, { fingerprint, answer, expiresAt: clock.now() + IDEMPOTENCY_RETENTION_MS });
    return { kind: 'executed', answer };
  }

  return {
    read: (_access, work) => inTurn(async () => (await work(structuredClone(state))).answer),
    write: (_access, work) => inTurn(async () => (await transact(work)).answer),
    async writeOnce(access: Access, key, work) {
      const id = JSON.stringify([access.user.id, key.key]);
      const known = storedOutcome(id, key);
      if (known !== undefined) return known;
      if (running.has(id)) return { kind: 'in-progress' };
      running.add(id);
      try {
        return await inTurn(() => once(id, key, work));
      } finally {
        running.delete(id);
      }
    },
  };
}
