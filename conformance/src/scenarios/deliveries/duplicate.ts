import { headerNames } from '../../api/header-names.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { signatureOf, timestampMs } from '../../receiver/signature.ts';
import { times } from '../../wait/times.ts';

/**
 * Whether an attempt may be a duplicate of the one before it, and no retry: the same event may be delivered more than once. Decided by the
 * timestamps where they follow a clock that is moved, and by the time between arrivals where no clock is moved; otherwise it counts as a
 * retry.
 */
export function mayBeDuplicate(context: CheckContext, attempts: readonly Attempt[], index: number): boolean {
  const [previous, attempt] = [attempts[index - 1], attempts[index]];
  if (previous === undefined || attempt === undefined) return false;
  if (context.target.controls.clock === undefined) return attempt.arrivedAt - previous.arrivedAt < times.duplicateMs;
  const [before, now] = [sentAtMs(context, previous), sentAtMs(context, attempt)];
  const followsClock = attempts.some((one) => (sentAtMs(context, one) ?? 0) - one.arrivedAt > times.aheadMs);
  return followsClock && before !== undefined && now !== undefined && Math.abs(now - before) < times.duplicateByClockMs;
}

function sentAtMs(context: CheckContext, attempt: Attempt): number | undefined {
  const [timestamp] = signatureOf(attempt, headerNames(context.target.service.headerWord).signature)?.timestamps ?? [];
  return timestamp === undefined ? undefined : timestampMs(timestamp);
}
