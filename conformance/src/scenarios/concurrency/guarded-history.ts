import { isLinearizable, type TimedOperation } from '../histories/linearizable.ts';

/** A PUT of `to` with a token, or a read that saw a state. */
export type Operation = Span & (Write | Look);

type Span = Pick<TimedOperation, 'startedAt' | 'endedAt'>;

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

export interface History {
  readonly initial: string;
  readonly operations: readonly Operation[];
  /** The token that each state was seen with. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Whether an object guarded by tokens can have produced exactly these outcomes (CONC-03). Undefined if that could not be decided. */
export function isPossible({ initial, operations, tokens }: History): boolean | undefined {
  const timed = operations.map(
    (operation): TimedOperation => ({
      ...operation,
      after: (state) => after(operation, state, tokens.get(state) === currentOf(operation)),
    }),
  );
  return isLinearizable(initial, timed);
}

function currentOf(operation: Operation): string | undefined {
  return operation.kind === 'write' ? operation.token : undefined;
}

function after(operation: Operation, state: string, current: boolean): readonly string[] {
  if (operation.kind === 'look') return operation.saw === state ? [state] : [];
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
