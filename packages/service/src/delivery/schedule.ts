import { RETRY_JITTER } from '../generated/limits.ts';

/** The longest wait after so many attempts, from none on, in milliseconds. @param faultDelayMs the wait after a fault of ours */
export function longestWaits(delaysMs: readonly number[], faultDelayMs: number): number[] {
  return [faultDelayMs, ...delaysMs.map((delayMs) => Math.max(faultDelayMs, Math.ceil(delayMs * (1 + RETRY_JITTER))))];
}
