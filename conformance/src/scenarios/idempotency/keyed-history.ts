import { isLinearizable, type TimedOperation } from '../histories/linearizable.ts';

/** One of several requests with one key: its answer, and when it was under way. */
export interface KeyedOperation extends Pick<TimedOperation, 'startedAt' | 'endedAt'> {
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
export function isPossible(operations: readonly KeyedOperation[]): boolean | undefined {
  const explained = operations.every((one) => one.outcome !== 'conflict' || operations.some((other) => isUnderWay(other, one)));
  if (!explained) return false;
  return isLinearizable(
    UNUSED,
    operations.map((operation) => ({ ...operation, after: (state) => after(operation, state) })),
  );
}

/** Whether one was under way before the other was answered. The source does not say how soon after its answer a service releases a key. */
function isUnderWay(one: KeyedOperation, other: KeyedOperation): boolean {
  return one !== other && one.outcome !== 'conflict' && one.startedAt <= other.endedAt;
}

function after({ outcome, answer }: KeyedOperation, state: string): readonly string[] {
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
