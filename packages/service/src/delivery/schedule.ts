import { RETRY_JITTER } from '../generated/limits.ts';

/** The longest wait after so many attempts, from none on, in milliseconds. @param faultDelayMs the wait after a fault of ours */
export function longestWaits(delaysMs: readonly number[], faultDelayMs: number): number[] {
  return [faultDelayMs, ...delaysMs.map((delayMs) => Math.max(faultDelayMs, Math.ceil(delayMs * (1 + RETRY_JITTER))))];
}

/**
 * The wait after a failed attempt, in milliseconds; undefined when it was the last (DLV-04). It is shorter or longer by chance, so that what
 * failed together does not come back together.
 *
 * @param attemptCount attempts so far, at least 1
 * @param random from 0 to 1
 */
export function retryDelay(delaysMs: readonly number[], attemptCount: number, random: number): number | undefined {
  const delayMs = delaysMs[attemptCount - 1];
  return delayMs === undefined ? undefined : Math.round(delayMs * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random));
}
