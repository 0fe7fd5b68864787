import { SIGNATURE_TOLERANCE_MS } from '../../generated/limits.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { timestampMs } from '../../receiver/signature.ts';
import { signature } from '../../scenarios/deliveries/signed-by.ts';
import { retriedDelivery } from '../../scenarios/retries/retried-delivery.ts';
import type { RetriedEvent, TimedAttempt } from '../../scenarios/retries/retried-event.ts';

/** Real time after which two timestamps must differ, in milliseconds. */
function tellsApart(timestamp: string): number {
  return timestamp.length > 11 ? 250 : 2_000;
}

/** SIG-04: the timestamp is the time of sending, fresh on each attempt, whatever the event. */
export const sig04: Check = check('SIG-04', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const { events, redelivered, shortfall } = await retriedDelivery(context);
  for (const event of [...events, ...redelivered]) judgeTimes(context, event);
  if (events.every(({ attempts }) => attempts.length < 2))
    throw new Inconclusive(`the first attempts were fresh, but ${shortfall ?? 'no retry came'}`);
});

function judgeTimes(context: CheckContext, { type, attempts }: RetriedEvent): void {
  const earlier: { readonly timestamp: string; readonly arrivedAt: number }[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const [timestamp] = signature(context, attempt.attempt)?.timestamps ?? [];
    if (timestamp === undefined) throw new Inconclusive('a delivery carried no t');
    if (timestampMs(timestamp) === undefined)
      throw new Inconclusive(`t=${timestamp} is no time that the suite can read: neither a number nor a date of ISO 8601`);
    context.judge(isFresh(timestamp, attempt), {
      message: `The timestamp of attempt ${index + 1} (${type}) must be the time of its sending.`,
      expected: `t within ${SIGNATURE_TOLERANCE_MS / 1000} s of ${describe(attempt)}`,
      actual: `t=${timestamp}${index > 0 ? `, attempt 1 had t=${signature(context, attempts[0]?.attempt ?? attempt.attempt)?.timestamps[0]}` : ''}`,
      about: { [JUDGED]: attempt.attempt, 'the first attempt': attempts[0]?.attempt },
    });
    const sameTime = earlier.find(
      (other) => other.timestamp === timestamp && attempt.attempt.arrivedAt - other.arrivedAt > tellsApart(timestamp),
    );
    context.judge(sameTime === undefined, {
      message: `The timestamp of attempt ${index + 1} (${type}) must be fresh.`,
      expected: 'another t than an attempt well before it',
      actual: `t=${timestamp} again`,
      about: {
        [JUDGED]: attempt.attempt,
        'an attempt before it': earlier.length > 0 ? attempts[earlier.length - 1]?.attempt : undefined,
      },
    });
    earlier.push({ timestamp, arrivedAt: attempt.attempt.arrivedAt });
  }
}

/** By the target's clock or by the real one, in seconds or in milliseconds. */
function isFresh(timestamp: string, { attempt, notBeforeMs, notAfterMs }: TimedAttempt): boolean {
  const shownMs = timestampMs(timestamp);
  if (shownMs === undefined) return false;
  const byTarget = shownMs >= notBeforeMs - SIGNATURE_TOLERANCE_MS && shownMs <= notAfterMs + SIGNATURE_TOLERANCE_MS;
  return byTarget || Math.abs(shownMs - attempt.arrivedAt) <= SIGNATURE_TOLERANCE_MS;
}

function describe({ attempt, notBeforeMs }: TimedAttempt): string {
  const real = new Date(attempt.arrivedAt).toISOString();
  return Math.abs(notBeforeMs - attempt.arrivedAt) < SIGNATURE_TOLERANCE_MS
    ? real
    : `${new Date(notBeforeMs).toISOString()} (the target's clock) or ${real} (the real one)`;
}
