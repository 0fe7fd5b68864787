import { SIGNATURE_TOLERANCE_MS } from '../../generated/limits.ts';
import { type Check, check } from '../../model/check.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { JUDGED } from '../../model/evidence.ts';
import { Inconclusive } from '../../model/verdict.ts';
import { timestampMs } from '../../receiver/signature.ts';
import { signature } from '../../scenarios/deliveries/signed-by.ts';
import type { RetriedEvent, TimedAttempt } from '../../scenarios/retries/note-retries.ts';
import { retriedDelivery } from '../../scenarios/retries/retried-delivery.ts';

/** Real time after which two timestamps must differ, in milliseconds. */
function tellsApart(timestamp: string): number {
  return timestamp.length > 11 ? 250 : 2_000;
}

/** SIG-04: the timestamp is the time of sending, fresh on each attempt, whatever the event. */
export const sig04: Check = check('SIG-04', { isolation: 'every-delivery', weight: 1, awaitsDelivery: true }, async (context) => {
  const { events, redelivered, shortfall } = await retriedDelivery(context);
  const ahead = aheadOfReckoning(context, events[0]?.attempts[0]);
  for (const event of [...events, ...redelivered]) judgeTimes(context, event, ahead);
  if (events.every(({ attempts }) => attempts.length < 2))
    throw new Inconclusive(`the first attempts were fresh, but ${shortfall ?? 'no retry came'}`);
});

/** How far the target's clock is ahead of the time that the suite expects of it, at least and at most, in milliseconds. */
interface Ahead {
  readonly fromMs: number;
  readonly toMs: number;
}

const AS_RECKONED: Ahead = { fromMs: 0, toMs: 0 };

/** If the clock control does not report its time, the first delivery shows it. Someone may have moved the clock before this run. */
function aheadOfReckoning(context: CheckContext, first: TimedAttempt | undefined): Ahead {
  const [timestamp = ''] = (first && signature(context, first.attempt)?.timestamps) ?? [];
  const shownMs = timestampMs(timestamp);
  if (context.clock === undefined || context.clock.isShown || first === undefined || shownMs === undefined) return AS_RECKONED;
  if (isFresh(timestamp, first, AS_RECKONED)) return AS_RECKONED;
  context.leaveUnjudged('how far t is from the clock at the first delivery: controls.clock does not report its time (nowMs)');
  return { fromMs: shownMs - first.notAfterMs, toMs: shownMs - first.notBeforeMs };
}

function judgeTimes(context: CheckContext, { type, attempts }: RetriedEvent, ahead: Ahead): void {
  const earlier: { readonly timestamp: string; readonly arrivedAt: number }[] = [];
  for (const [index, attempt] of attempts.entries()) {
    const [timestamp] = signature(context, attempt.attempt)?.timestamps ?? [];
    if (timestamp === undefined) throw new Inconclusive('a delivery carried no t');
    if (timestampMs(timestamp) === undefined)
      throw new Inconclusive(`the suite cannot read t=${timestamp}: it is neither a number nor an ISO 8601 date`);
    context.judge(isFresh(timestamp, attempt, ahead), {
      message: `The timestamp of attempt ${index + 1} (${type}) must be the time when it was sent.`,
      expected: `t within ${SIGNATURE_TOLERANCE_MS / 1000} s of ${describe(attempt, ahead)}`,
      actual: `t=${timestamp}${index > 0 ? `, attempt 1 had t=${signature(context, attempts[0]?.attempt ?? attempt.attempt)?.timestamps[0]}` : ''}`,
      about: { [JUDGED]: attempt.attempt, 'the first attempt': attempts[0]?.attempt },
    });
    const sameTime = earlier.find(
      (other) => other.timestamp === timestamp && attempt.attempt.arrivedAt - other.arrivedAt > tellsApart(timestamp),
    );
    context.judge(sameTime === undefined, {
      message: `The timestamp of attempt ${index + 1} (${type}) must be fresh.`,
      expected: 'a t other than that of a much earlier attempt',
      actual: `t=${timestamp} again`,
      about: {
        [JUDGED]: attempt.attempt,
        'an attempt before it': earlier.length > 0 ? attempts[earlier.length - 1]?.attempt : undefined,
      },
    });
    earlier.push({ timestamp, arrivedAt: attempt.attempt.arrivedAt });
  }
}

/** Whether a timestamp is fresh by the target's clock or by the real one. */
function isFresh(timestamp: string, { attempt, notBeforeMs, notAfterMs }: TimedAttempt, { fromMs, toMs }: Ahead): boolean {
  const shownMs = timestampMs(timestamp);
  if (shownMs === undefined) return false;
  const byTarget = shownMs >= notBeforeMs + fromMs - SIGNATURE_TOLERANCE_MS && shownMs <= notAfterMs + toMs + SIGNATURE_TOLERANCE_MS;
  return byTarget || Math.abs(shownMs - attempt.arrivedAt) <= SIGNATURE_TOLERANCE_MS;
}

function describe({ attempt, notBeforeMs }: TimedAttempt, { fromMs }: Ahead): string {
  const [real, byTargetMs] = [new Date(attempt.arrivedAt).toISOString(), notBeforeMs + fromMs];
  return Math.abs(byTargetMs - attempt.arrivedAt) < SIGNATURE_TOLERANCE_MS
    ? real
    : `${new Date(byTargetMs).toISOString()} (the target's clock) or ${real} (the real one)`;
}
