/** The most that one turn of waiting counts for, in milliseconds, however late it ends. */
const TURN_MS = 100;

/** With less time left than this, in milliseconds, a wait is over. */
const NOTHING_MS = 1;

/**
 * Calls back when this process has run for this long, in milliseconds. Time in which the process was stopped does not count. A turn that
 * takes more than twice its length counts for half, so that there is time to read what has arrived.
 * @returns a function that ends the wait without the callback
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
