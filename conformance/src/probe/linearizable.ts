/** A PUT of `to` under a token, or a look that saw one; times on one clock, in any unit. */
export type Operation = Span & (Write | Look);

interface Span {
  readonly startedAt: number;
  /** Infinity where no answer came. */
  readonly endedAt: number;
}

interface Write {
  readonly kind: 'write';
  readonly token: string;
  readonly to: string;
  /** `refused`: the token was stale. `failed`: without effect, for a reason that says nothing of the token. `unknown`: it may have happened. */
  readonly outcome: 'done' | 'refused' | 'failed' | 'unknown';
}

interface Look {
  readonly kind: 'look';
  readonly saw: string;
}

export interface History {
  readonly initial: string;
  readonly operations: readonly Operation[];
  /** The token that each state was seen with. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Positions of the search, at most; a history that needs more is not decided. */
const mostPositions = 50_000;

/**
 * Whether there is an order of the operations, each somewhere between its start and its end, in which a register guarded by tokens gives
 * exactly these outcomes (Wing and Gong's search, with positions remembered). Undefined where the search was given up.
 */
export function isLinearizable({ initial, operations, tokens }: History): boolean | undefined {
  const tried = new Set<string>();
  const search = (left: readonly Operation[], state: string): boolean => {
    if (left.every((operation) => operation.endedAt === Number.POSITIVE_INFINITY)) return true;
    const position = `${state} ${left.map((operation) => operations.indexOf(operation)).join()}`;
    if (tried.has(position) || tried.size > mostPositions) return false;
    tried.add(position);
    const firstEnd = Math.min(...left.map(({ endedAt }) => endedAt));
    return left
      .filter(({ startedAt }) => startedAt <= firstEnd)
      .some((operation) =>
        after(operation, state, tokens).some((next) =>
          search(
            left.filter((other) => other !== operation),
            next,
          ),
        ),
      );
  };
  const found = search(operations, initial);
  return found || tried.size <= mostPositions ? found : undefined;
}

/** The states that an operation can leave behind; none where it could not have had its outcome in this state. */
function after(operation: Operation, state: string, tokens: ReadonlyMap<string, string>): readonly string[] {
  if (operation.kind === 'look') return operation.saw === state ? [state] : [];
  const current = tokens.get(state) === operation.token;
  switch (operation.outcome) {
    case 'done':
      return current ? [operation.to] : [];
    case 'refused':
      return current ? [] : [state];
    case 'failed':
      return [state];
    case 'unknown':
      return current ? [operation.to, state] : [state];
  }
}
