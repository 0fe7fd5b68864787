import { headerNames } from '../../api/header-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Attempt } from '../../model/webhook.ts';
import { signatureOf, timestampMs } from '../../receiver/signature.ts';
import { times } from '../../wait/times.ts';

/**
 * Whether an attempt may be a duplicate of the one before it, not a retry. If the clock cannot be moved, the time between arrivals decides.
 * If it can, the timestamps decide, as far as they follow the clock. Otherwise the attempt counts as a retry.
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
