/** The most that one turn of waiting counts for, in milliseconds, however late it ends. */
const TURN_MS = 100;

/** With less time left than this, in milliseconds, the waiting is over. */
const NOTHING_MS = 1;

/**
 * Calls back when this process has run for this long, in milliseconds. Time in which the process was stopped is not counted: it could
 * neither receive nor send then. A turn of waiting that takes more than twice its length counts for half, so that what has arrived is read
 * after it.
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
