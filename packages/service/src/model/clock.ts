/** The one clock of the service: all time goes through it (D-12). */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** The time of the machine in milliseconds since the Unix epoch, which a test does not move: for what other processes compare as well. */
  machineNow(): number;
  /**
   * Resolves as long after now as the clock has to go, or at once when the signal is aborted; never rejects. That the clock of the machine is
   * put back meanwhile makes it no longer.
   */
  sleepUntil(timeMs: number, signal: AbortSignal): Promise<void>;
}

/** A clock that runs with the system's, ahead of it by as much as it was advanced. */
export interface AdvanceableClock extends Clock {
  /** Moves the clock on and wakes every sleeper whose time has come. Returns the new time. */
  advance(byMs: number): number;
}

// The longest that one Node timer takes; a later time is slept for in parts.
const TIMER_MS_MAX = 2 ** 31 - 1;

export function createClock(): AdvanceableClock {
  let aheadMs = 0;
  const sleepers = new Set<() => void>();
  const machineNow = (): number => Date.now();
  const now = (): number => machineNow() + aheadMs;
  return {
    now,
    machineNow,
    advance(byMs) {
      aheadMs += byMs;
      for (const check of [...sleepers]) check();
      return now();
    },
    sleepUntil(timeMs, signal) {
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const passed = (): number => performance.now() + aheadMs;
        const until = passed() + timeMs - now();
        const check = (): void => {
          clearTimeout(timer);
          const remainingMs = until - passed();
          if (remainingMs > 0 && !signal.aborted) {
            timer = setTimeout(check, Math.min(remainingMs, TIMER_MS_MAX));
            return;
          }
          sleepers.delete(check);
          signal.removeEventListener('abort', check);
          resolve();
        };
        sleepers.add(check);
        signal.addEventListener('abort', check);
        check();
      });
    },
  };
}
