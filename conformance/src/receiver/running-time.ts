/** The most that one turn of waiting counts for, in milliseconds, however late it ends. */
const turnMs = 100;

/** What is left is over, in milliseconds. */
const nothingMs = 1;

/**
 * Calls back when this process has run for so long, in milliseconds. Time in which it stood still is not counted: what came meanwhile was not seen, and what it
 * keeps waiting may not have been sent. A turn of waiting that ends later than twice its length counts for half, so that what came can be let in after it.
 * @returns what ends the waiting without a call
 */
export function afterRunning(ms: number, done: () => void): () => void {
  let leftMs = ms;
  let timer: NodeJS.Timeout;
  const turn = (): void => {
    const [lengthMs, begunAt] = [Math.min(turnMs, leftMs), performance.now()];
    timer = setTimeout(() => {
      const isLate = performance.now() - begunAt > 2 * lengthMs + nothingMs;
      leftMs -= isLate ? lengthMs / 2 : lengthMs;
      if (leftMs < nothingMs) done();
      else turn();
    }, lengthMs);
  };
  turn();
  return () => clearTimeout(timer);
}
