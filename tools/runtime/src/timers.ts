/** A timer that was started. */
export interface Timer {
  /** Leaves nothing behind. To stop it twice, or after its time, does nothing. */
  stop(): void;
}

/** The timers of all platforms count in 31 bits; a longer one would end at once. */
const STEP_MAX_MS = 2 ** 31 - 1;

/**
 * Calls the function after so many milliseconds, never for `Infinity`. A longer time than a timer of the platform holds is made of several.
 */
export function startTimer(ms: number, action: () => void): Timer {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const wait = (left: number): void => {
    const step = Math.min(left, STEP_MAX_MS);
    handle = setTimeout(() => (left > step ? wait(left - step) : action()), step);
  };
  if (ms < Number.POSITIVE_INFINITY) wait(ms);
  return { stop: () => clearTimeout(handle) };
}

/** The same promise, or a rejection with this error when it is not settled after so many milliseconds. Leaves no timer behind. */
export function within<T>(ms: number, promise: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = startTimer(ms, () => reject(late()));
    promise.then(resolve, reject).finally(() => timer.stop());
  });
}

/** Resolves after so many milliseconds, or rejects with the signal's reason, whichever comes first. Leaves no timer and no listener behind. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      timer.stop();
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onAbort = (): void => end(() => reject(signal?.reason));
    const timer = startTimer(ms, () => end(resolve));
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
  });
}
