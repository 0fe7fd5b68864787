import type { Clock } from '../model/clock.ts';

/** How far the clock may go back unnoticed, in milliseconds: clocks are put right by less all the time. */
const NOTICED_MS = 1_000;
/** What was begun by the time before is written within this, in milliseconds: an attempt or a unit of work takes less. */
const ENDS_WITHIN_MS = 20_000;
/** How often what was written since is looked for meanwhile, in milliseconds. */
const EVERY_MS = 5_000;

/**
 * Notices that the clock of the machine was put back, by time that cannot be.
 *
 * @returns whether times may be written that are too late: because the clock was put back since the last call, and now and then until what
 * was begun before has ended. The first call says yes, because nobody knows what was before
 */
export function createClockWatch({ now }: Pick<Clock, 'now'>, passed: () => number = () => performance.now()): () => boolean {
  let ahead = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  let next = Number.POSITIVE_INFINITY;
  return () => {
    const before = ahead;
    const at = passed();
    ahead = now() - at;
    // Nothing of this process was begun before its start.
    if (before === Number.POSITIVE_INFINITY) return true;
    if (ahead < before - NOTICED_MS) until = at + ENDS_WITHIN_MS;
    else if (at < next) return false;
    next = at + EVERY_MS > until ? Number.POSITIVE_INFINITY : at + EVERY_MS;
    return true;
  };
}
