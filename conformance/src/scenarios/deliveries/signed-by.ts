import { headerNames } from '../../api/header-names.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Attempt, Webhook } from '../../model/webhook.ts';
import { isSignedWith, nearMiss, type SignatureElements, signatureOf, timestampMs } from '../../receiver/signature.ts';
import { times } from '../../wait/times.ts';

/** The timestamp and the signatures of a delivery. */
interface Signed {
  readonly timestamp: string;
  readonly signatures: readonly string[];
  readonly verifiesWith: (secret: string) => boolean;
}

/** Undefined if the delivery has no timestamp or no signature, which SIG-01 judges. */
export function signed(context: CheckContext, attempt: Attempt): Signed | undefined {
  const { timestamps: [timestamp] = [], signatures = [] } = signature(context, attempt) ?? {};
  if (timestamp === undefined || signatures.length === 0) return undefined;
  return { timestamp, signatures, verifiesWith: (secret) => isSignedWith(secret, timestamp, attempt.body, signatures) };
}

/** Whether a delivery verifies with a secret; undefined if it is not signed at all. */
export function isSignedBy(context: CheckContext, secret: string, attempt: Attempt): boolean | undefined {
  return signed(context, attempt)?.verifiesWith(secret);
}

/** The signature of a delivery; undefined if it has none, which SIG-01 judges. */
export function signature(context: CheckContext, attempt: Attempt): SignatureElements | undefined {
  return signatureOf(attempt, headerNames(context.target.service.headerWord).signature);
}

/** When a delivery says that it was sent, in Unix milliseconds. */
export function sentAtMs(context: CheckContext, attempt: Attempt): number | undefined {
  const [timestamp] = signature(context, attempt)?.timestamps ?? [];
  return timestamp === undefined ? undefined : timestampMs(timestamp);
}

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

/** The known mistake behind a signature that does not verify, in brackets; empty if none is known. */
export function instead(context: CheckContext, webhook: Webhook, attempt: Attempt): string {
  const made = signed(context, attempt);
  if (made === undefined) return '';
  const others = context.run.webhooks.all.filter((other) => other !== webhook).map(({ id, secret }) => ({ what: `webhook ${id}`, secret }));
  const miss = nearMiss({ ...made, secret: webhook.secret, body: attempt.body }, others);
  return miss === undefined ? '' : ` (it is ${miss})`;
}
