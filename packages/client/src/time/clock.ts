import { sleep } from '#runtime';

/** The time, as the client uses it. */
export interface Clock {
  /** Milliseconds since any moment. It never goes back. */
  now(): number;
  /** Resolves after so many milliseconds, or rejects with the signal's reason, whichever comes first. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const realClock: Clock = { now: () => performance.now(), sleep };
