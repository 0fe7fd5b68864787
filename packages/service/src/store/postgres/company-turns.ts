import { TooManyWaiting } from '../../model/too-many-waiting.ts';

/** Who may lock a company at this node: one unit after another. Those that wait hold no connection to the database. */
export interface CompanyTurns {
  /** Undefined when another unit has the turn; otherwise the way to end it. */
  tryTake(company: number): (() => void) | undefined;
  /** Resolves with the way to end the turn. @throws {TooManyWaiting} */
  take(company: number): Promise<() => void>;
}

interface Turn {
  readonly waiting: (() => void)[];
}

/**
 * @param waitingMax how many units of one company may wait
 * @param waitMs how long each of them may
 */
export function createCompanyTurns(waitingMax: number, waitMs: number): CompanyTurns {
  const turns = new Map<number, Turn>();

  function endOf(company: number, { waiting }: Turn): () => void {
    return () => {
      const next = waiting.shift();
      if (next === undefined) turns.delete(company);
      else next();
    };
  }

  function tryTake(company: number): (() => void) | undefined {
    if (turns.has(company)) return undefined;
    const turn: Turn = { waiting: [] };
    turns.set(company, turn);
    return endOf(company, turn);
  }

  return {
    tryTake,
    async take(company) {
      const turn = turns.get(company);
      if (turn === undefined) return tryTake(company) ?? (() => undefined);
      if (turn.waiting.length >= waitingMax) throw new TooManyWaiting(`Too many writes wait for company ${company}.`);
      if (!(await isNextWithin(waitMs, turn))) throw new TooManyWaiting(`A write waited ${waitMs} ms for company ${company}.`);
      return endOf(company, turn);
    },
  };
}

/** Waits behind the others. Answers false when its time is over, and leaves the queue. */
function isNextWithin(waitMs: number, { waiting }: Turn): Promise<boolean> {
  return new Promise((resolve) => {
    const next = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(next), 1);
      resolve(false);
    }, waitMs);
    waiting.push(next);
  });
}
