import type { Clock } from '../src/index.ts';

export interface VirtualClock extends Clock {
  /** Every wait so far, in milliseconds. */
  readonly waits: readonly number[];
  advance(ms: number): void;
}

/** A clock whose time passes only while somebody sleeps, so that no test waits. */
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
