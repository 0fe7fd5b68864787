import { headerNames } from '../../api/header-names.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import { signatureOf, timestampMs } from '../../receiver/signature.ts';

/** Time between two attempts by the target's clock, which may count whole seconds: a retry this soon cannot be distinguished from a duplicate. */
const TOGETHER_MS = 2_000;
/** Between two attempts in real time. */
const AT_ONCE_MS = 150;
/** Only a timestamp by the target's clock can be this far ahead. */
const AHEAD_MS = 3_600_000;

/**
 * Whether an attempt may be a duplicate of the one before it, and no retry: the same event may be delivered more than once. Decided by the
 * timestamps where they follow a clock that is moved, and by the time between arrivals where no clock is moved; otherwise it counts as a
 * retry.
 */
export function mayBeDuplicate(context: CheckContext, attempts: readonly Attempt[], index: number): boolean {
  const [previous, attempt] = [attempts[index - 1], attempts[index]];
  if (previous === undefined || attempt === undefined) return false;
  if (context.target.controls.clock === undefined) return attempt.arrivedAt - previous.arrivedAt < AT_ONCE_MS;
  const [before, now] = [sentAtMs(context, previous), sentAtMs(context, attempt)];
  const followsClock = attempts.some((one) => (sentAtMs(context, one) ?? 0) - one.arrivedAt > AHEAD_MS);
  return followsClock && before !== undefined && now !== undefined && Math.abs(now - before) < TOGETHER_MS;
}

function sentAtMs(context: CheckContext, attempt: Attempt): number | undefined {
  const [timestamp] = signatureOf(attempt, headerNames(context.target.service.headerWord).signature)?.timestamps ?? [];
  return timestamp === undefined ? undefined : timestampMs(timestamp);
}
