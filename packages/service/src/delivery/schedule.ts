/** The waits before the retries, in milliseconds: 5 s, 5 min, 30 min, 2 h, 5 h (DLV-10). */
export const RETRY_DELAYS_MS: readonly number[] = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000];
/** Each wait is that long give or take this share, so that what failed together does not come back together. */
export const RETRY_JITTER = 0.2;

/**
 * The wait after a failed attempt, in milliseconds; undefined when it was the last (DLV-04).
 *
 * @param attemptCount attempts so far, at least 1
 * @param random from 0 to 1
 */
export function retryDelay(delaysMs: readonly number[], attemptCount: number, random: number): number | undefined {
  const delayMs = delaysMs[attemptCount - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random));
}
