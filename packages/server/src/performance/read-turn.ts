import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves after everything that has arrived so far has been read. All who wait during one turn of the event loop go on together. */
export type ReadTurn = () => Promise<void>;

/**
 * Makes the requests that arrive in one turn of the event loop go on together, so that their answers are written one right after
 * another. This exists for speed alone: `tools/benchmarks/src/server/read-turn.bench.ts` measures what it brings.
 */
export function createReadTurn(): ReadTurn {
  let turn: Promise<void> | undefined;
  return () => {
    turn ??= nextTurn().then(() => {
      turn = undefined;
    });
    return turn;
  };
}
