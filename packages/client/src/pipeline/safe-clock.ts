import { sleep } from '#runtime';
import type { CallReporter } from '../reporting/call-reporter.ts';
import { type Clock, realClock } from '../time/clock.ts';
import { callbackAnswer } from './callback-answer.ts';

/** A clock that always tells a time, and always ends a wait. If the clock of the user fails, its time does not move, and waits are real. */
export function safeClock(clock: Clock | undefined, report: CallReporter): Clock {
  if (!clock) return realClock;
  let latest = 0;
  return {
    now() {
      latest = callbackAnswer(
        report,
        'clock',
        () => clock.now(),
        Number.isFinite,
        () => latest,
      );
      return latest;
    },
    async sleep(ms, signal) {
      try {
        await clock.sleep(ms, signal);
      } catch (error) {
        signal.throwIfAborted();
        report.fault({ type: 'callback-failed', callback: 'clock' }, error);
        await sleep(ms, signal);
      }
    },
  };
}
