import { RETRY_JITTER } from '../generated/limits.ts';

/**
 * The wait after a failed attempt, in milliseconds; undefined when it was the last (DLV-04). It is shorter or longer by chance, so that what
 * failed together does not come back together.
 *
 * @param attemptCount attempts so far, at least 1
 * @param random from 0 to 1
 * @example
 * const waitMs = retryDelay([5_000, 300_000], 1, Math.random());
 */
export function retryDelay(delaysMs: readonly number[], attemptCount: number, random: number): number | undefined {
  const delayMs = delaysMs[attemptCount - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random));
}
