/** The most that one turn of waiting counts for, in milliseconds, however late it ends. */
const TURN_MS = 100;

/** What is left is over, in milliseconds. */
const NOTHING_MS = 1;

/**
 * Calls back when this process has run for so long, in milliseconds. Time in which it stood still is not counted: what came meanwhile was not seen, and what it
 * keeps waiting may not have been sent. A turn of waiting that ends later than twice its length counts for half, so that what came can be let in after it.
 * @returns what ends the waiting without a call
 */
export function afterRunning(ms: number, done: () => void): () => void {
  let leftMs = ms;
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    const [lengthMs, begunAt] = [Math.min(TURN_MS, leftMs), performance.now()];
    timer = setTimeout(() => {
      const isLate = performance.now() - begunAt > 2 * lengthMs + NOTHING_MS;
      leftMs -= isLate ? lengthMs / 2 : lengthMs;
      if (leftMs < NOTHING_MS) done();
      else turn();
    }, lengthMs);
  };
  turn();
  return () => clearTimeout(timer);
}
