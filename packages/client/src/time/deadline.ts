import { startTimer } from '#runtime';
import type { Clock } from './clock.ts';

/** The end of one call: its deadline passes, or its caller aborts it. */
export interface Deadline {
  /** Aborts at either end. */
  readonly signal: AbortSignal;
  /** Which of the two came first, if any has. */
  reached(): 'timeout' | 'aborted' | undefined;
  /** Milliseconds since it was opened. */
  elapsedMs(): number;
  /** Whether the deadline is further away than this many milliseconds. */
  allows(ms: number): boolean;
  /** The result of the promise, unless the end comes first. For one promise at a time, since there is one attempt at a time. */
  race<T>(promise: Promise<T>): Promise<T>;
  /** Leaves no timer and no listener behind. */
  close(): void;
}

export function openDeadline(caller: AbortSignal | undefined, timeoutMs: number, clock: Clock): Deadline {
  const controller = new AbortController();
  const startedAt = clock.now();
  let end: 'timeout' | 'aborted' | undefined;
  let lose: ((reason: unknown) => void) | undefined;
  const stop = (why: 'timeout' | 'aborted'): void => {
    end ??= why;
    controller.abort();
    lose?.(controller.signal.reason);
  };
  const onAbort = (): void => stop('aborted');
  const timer = startTimer(timeoutMs, () => stop('timeout'));
  caller?.addEventListener('abort', onAbort);
  if (caller?.aborted) onAbort();
  return {
    signal: controller.signal,
    reached: () => end,
    elapsedMs: () => clock.now() - startedAt,
    allows: (ms) => clock.now() + ms < startedAt + timeoutMs,
    race: (promise) =>
      new Promise((resolve, reject) => {
        lose = reject;
        promise.then(resolve, reject);
      }),
    close() {
      timer.stop();
      caller?.removeEventListener('abort', onAbort);
    },
  };
}
