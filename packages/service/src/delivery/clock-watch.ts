import type { Clock } from '../model/clock.ts';

/** How far the clock may go back unnoticed, in milliseconds: clocks are put right by less all the time. */
const NOTICED_MS = 1_000;

/**
 * Notices that the clock of the machine was put back, by time that cannot be.
 *
 * @returns whether it was since the last call; the first call says yes, because nobody knows what was before
 */
export function createClockWatch({ now }: Pick<Clock, 'now'>): () => boolean {
  let ahead = Number.POSITIVE_INFINITY;
  return () => {
    const before = ahead;
    ahead = now() - performance.now();
    return ahead < before - NOTICED_MS;
  };
}
