import type { Clock } from '../model/clock.ts';

/** Waits for some time or for a call, whichever comes first; a call that comes before the wait is not lost. */
export interface WakeUp {
  wake(): void;
  /** How many calls there were: to be read before looking whether there is work. */
  calls(): number;
  /** Returns at once when there was a call since `seen` was read. */
  wait(seen: number, forMs: number): Promise<void>;
}

export function createWakeUp(clock: Clock): WakeUp {
  let calls = 0;
  let sleep: AbortController | undefined;
  return {
    wake() {
      calls += 1;
      sleep?.abort();
    },
    calls: () => calls,
    async wait(seen, forMs) {
      if (calls !== seen) return;
      sleep = new AbortController();
      await clock.sleepUntil(clock.now() + forMs, sleep.signal);
      sleep = undefined;
    },
  };
}
