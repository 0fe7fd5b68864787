/** Two moments of one clock, in any unit, between which an operation took effect. */
interface Span {
  readonly startedAt: number;
  /** Infinity if no answer came: the operation may take effect at any time after its start, or never. */
  readonly endedAt: number;
}

interface TimedOperation extends Span {
  /** The states that it can leave behind. None if its outcome is impossible in this state. */
  readonly after: (state: string) => readonly string[];
}

/** The most positions of the search. A history that needs more is not decided. */
const MOST_POSITIONS = 50_000;

/**
 * Whether some order of the operations, each at a moment between its start and its end, explains every outcome (Wing and Gong's search,
 * with remembered positions). Undefined if the search was given up.
 */
function isLinearizable(initial: string, operations: readonly TimedOperation[]): boolean | undefined {
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

/** A PUT of `to` with a token, or a read that saw a state. */
export type GuardedOperation = Span & (Write | Look);

interface Write {
  readonly kind: 'write';
  readonly token: string;
  readonly to: string;
  /** `refused`: the token was stale. `failed`: no effect, for a reason other than the token. `unknown`: it may have happened. */
  readonly outcome: 'done' | 'refused' | 'failed' | 'unknown';
}

interface Look {
  readonly kind: 'look';
  readonly saw: string;
}

export interface GuardedHistory {
  readonly initial: string;
  readonly operations: readonly GuardedOperation[];
  /** The token that each state was seen with. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Whether an object guarded by tokens can have produced exactly these outcomes (CONC-03). Undefined if that could not be decided. */
export function isGuardedHistory({ initial, operations, tokens }: GuardedHistory): boolean | undefined {
  return isLinearizable(
    initial,
    operations.map((operation) => ({ ...operation, after: (state) => afterGuarded(operation, state, tokens.get(state)) })),
  );
}

function afterGuarded(operation: GuardedOperation, state: string, token: string | undefined): readonly string[] {
  if (operation.kind === 'look') return operation.saw === state ? [state] : [];
  const current = token === operation.token;
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

/** One of several requests with one key: its answer, and when it was under way. */
export interface KeyedOperation extends Span {
  /** `conflict`: 409. `unknown`: no answer came, so it may have been the one that was executed. */
  readonly outcome: 'executed' | 'replayed' | 'conflict' | 'unknown';
  /** The answer, equal for equal answers; empty for a conflict or no answer. */
  readonly answer: string;
}

/** The key is new, or the answer to its first request is stored. Perhaps no client has seen that answer yet. */
const UNUSED = 'unused';
const STORED_UNSEEN = 'stored';
const stored = (answer: string): string => `stored ${answer}`;

/**
 * Whether a store of answers can have given exactly these (IDEM-05): one request is executed, a replay returns its answer and comes after
 * it, and a conflict comes while another request is under way. Undefined if that could not be decided.
 */
export function isKeyedHistory(operations: readonly KeyedOperation[]): boolean | undefined {
  const explained = operations.every((one) => one.outcome !== 'conflict' || operations.some((other) => isUnderWay(other, one)));
  if (!explained) return false;
  return isLinearizable(
    UNUSED,
    operations.map((operation) => ({ ...operation, after: (state) => afterKeyed(operation, state) })),
  );
}

/** Whether one was under way before the other was answered. The source does not say how soon after its answer a service releases a key. */
function isUnderWay(one: KeyedOperation, other: KeyedOperation): boolean {
  return one !== other && one.outcome !== 'conflict' && one.startedAt <= other.endedAt;
}

function afterKeyed({ outcome, answer }: KeyedOperation, state: string): readonly string[] {
  switch (outcome) {
    case 'executed':
      return state === UNUSED ? [stored(answer)] : [];
    case 'replayed':
      return state === stored(answer) || state === STORED_UNSEEN ? [stored(answer)] : [];
    case 'conflict':
      return [state];
    case 'unknown':
      return state === UNUSED ? [STORED_UNSEEN, UNUSED] : [state];
  }
}
