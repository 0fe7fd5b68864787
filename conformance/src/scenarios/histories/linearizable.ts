/** An operation on one object that took effect between two moments of one clock, in any unit. */
export interface TimedOperation {
  readonly startedAt: number;
  /** Infinity if no answer came: the operation may take effect at any time after its start, or never. */
  readonly endedAt: number;
  /** The states that it can leave behind. None if its outcome is impossible in this state. */
  readonly after: (state: string) => readonly string[];
}

/** The most positions of the search. A history that needs more is not decided. */
const MOST_POSITIONS = 50_000;

/**
 * Whether some order of the operations, each at a moment between its start and its end, explains every outcome (Wing and Gong's search,
 * with remembered positions). Undefined if the search was given up.
 */
export function isLinearizable(initial: string, operations: readonly TimedOperation[]): boolean | undefined {
  const tried = new Set<string>();
  const search = (left: readonly TimedOperation[], state: string): boolean => {
    if (left.every(({ endedAt }) => endedAt === Number.POSITIVE_INFINITY)) return true;
    const position = `${left.map((one) => operations.indexOf(one)).join()} ${state}`;
    if (tried.has(position) || tried.size > MOST_POSITIONS) return false;
    tried.add(position);
    const firstEnd = Math.min(...left.map(({ endedAt }) => endedAt));
    return left
      .filter(({ startedAt }) => startedAt <= firstEnd)
      .some((one) =>
        one.after(state).some((next) =>
          search(
            left.filter((other) => other !== one),
            next,
          ),
        ),
      );
  };
  const found = search(operations, initial);
  return found || tried.size <= MOST_POSITIONS ? found : undefined;
}
