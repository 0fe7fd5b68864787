/** Answers that were given and are not counted yet. */
export interface Uncounted {
  add(operation: string, status: number, seconds: number): void;
  /** Counts them all: to be called before the counts are read. */
  count(): void;
}

/** So many answers of one operation and status wait at most: they take 8 bytes each. */
const WAITING_MAX = 1_000;

/**
 * Gathers answers and counts them together, since finding their series takes longer than counting in it.
 *
 * @param count counts answers of one operation and status by the seconds that each took
 */
export function createUncounted(count: (operation: string, status: number, seconds: readonly number[]) => void): Uncounted {
  const operations = new Map<string, Map<number, number[]>>();

  function waitingOf(operation: string, status: number): number[] {
    const statuses = operations.get(operation) ?? new Map<number, number[]>();
    operations.set(operation, statuses);
    const waiting = statuses.get(status) ?? [];
    statuses.set(status, waiting);
    return waiting;
  }

  function countThese(operation: string, status: number, waiting: number[]): void {
    if (waiting.length > 0) count(operation, status, waiting);
    waiting.length = 0;
  }

  return {
    add(operation, status, seconds) {
      const waiting = operations.get(operation)?.get(status) ?? waitingOf(operation, status);
      waiting.push(seconds);
      if (waiting.length >= WAITING_MAX) countThese(operation, status, waiting);
    },
    count() {
      for (const [operation, statuses] of operations) for (const [status, waiting] of statuses) countThese(operation, status, waiting);
    },
  };
}
