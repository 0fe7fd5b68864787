import type { Clock } from '../src/index.ts';

export interface VirtualClock extends Clock {
  /** Every wait so far, in milliseconds. */
  readonly waits: readonly number[];
  advance(ms: number): void;
}

/** A clock whose time passes only while somebody sleeps: nobody has to wait for it. */
export function virtualClock(): VirtualClock {
  let nowMs = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
    async sleep(ms, signal) {
      signal.throwIfAborted();
      waits.push(ms);
      nowMs += ms;
    },
  };
}
