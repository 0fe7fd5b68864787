import type { CallReporter } from '../reporting/call-reporter.ts';
import type { FaultEvent } from '../reporting/client-event.ts';

type Callback = Extract<FaultEvent, { type: 'callback-failed' }>['callback'];

/** What a function of the user answers; where it throws, or answers what it must not, that is reported, and `otherwise` counts. */
export function callbackAnswer<T>(
  report: CallReporter,
  callback: Callback,
  ask: () => T,
  fits: (answer: T) => boolean,
  otherwise: () => T,
): T {
  try {
    const answer = ask();
    if (fits(answer)) return answer;
    // It may be a promise, whose rejection would end the process.
    Promise.resolve(answer).catch(() => {});
    throw new TypeError();
  } catch (error) {
    report.fault({ type: 'callback-failed', callback }, error);
    return otherwise();
  }
}
