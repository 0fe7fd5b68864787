import type { Clock } from './clock.ts';

/** The end of one call: when its time is over, or when its caller gives up. */
export interface Deadline {
  /** Aborts at the end, whichever it is. */
  readonly signal: AbortSignal;
  /** Which end came, if one has. */
  reached(): 'timeout' | 'aborted' | undefined;
  /** Whether so many milliseconds from now are still before the end. */
  allows(ms: number): boolean;
  /** What the promise comes to, unless the end comes first. One at a time: there is one attempt at a time. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Leaves no timer and no listener behind. */
  close(): void;
}

/** Longer than a timer can be set for: such a deadline has no timer. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export function openDeadline(caller: AbortSignal | undefined, timeoutMs: number, clock: Clock): Deadline {
  const controller = new AbortController();
  const endsAt = clock.now() + timeoutMs;
  let end: 'timeout' | 'aborted' | undefined;
  let lose: ((reason: unknown) => void) | undefined;
  const stop = (why: 'timeout' | 'aborted'): void => {
    end ??= why;
    controller.abort();
    lose?.(controller.signal.reason);
  };
  const onAbort = (): void => stop('aborted');
  const timer = timeoutMs <= TIMER_MAX_MS ? setTimeout(stop, timeoutMs, 'timeout') : undefined;
  caller?.addEventListener('abort', onAbort);
  if (caller?.aborted) onAbort();
  return {
    signal: controller.signal,
    reached: () => end,
    allows: (ms) => clock.now() + ms < endsAt,
    race: (promise) =>
      new Promise((resolve, reject) => {
        lose = reject;
        promise.then(resolve, reject);
      }),
    close() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
