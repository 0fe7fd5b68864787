import { setImmediate as nextTurn } from 'node:timers/promises';

/** Resolves when everything that has come in by now is read; whoever waits for the same turn goes on one right after another. */
export type Turn = () => Promise<void>;

/**
 * Turns of the event loop that requests share. Answers that are written one right after another cost much less than answers between
 * which something is read: whoever waits for them is woken once, and the processor has at hand what the next one needs.
 */
export function createTurn(): Turn {
  let turn: Promise<void> | undefined;
  return () => {
    turn ??= nextTurn().then(() => {
      turn = undefined;
    });
    return turn;
  };
}
