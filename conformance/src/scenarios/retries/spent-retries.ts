import { RETRY_DELAYS_MS } from '../../generated/limits.ts';
import type { Attempt } from '../../model/attempt.ts';
import type { CheckContext } from '../../model/check-context.ts';
import type { Webhook } from '../../model/webhook.ts';

/** Longer than any wait. */
const MOVE_MS = 12 * 3_600_000;
/** Moves of the clock that bring nothing: what was noted after one of them falls due by the next. */
const MOVES = 3;
const ARRIVES_WITHIN_MS = 1_500;

/** Moves the target's clock until a refused delivery has had as many retries as the contract has waits, or no more of them come. */
export async function spendRetries(
  context: CheckContext,
  { endpoint }: Pick<Webhook, 'endpoint'>,
  attempts: readonly Attempt[],
): Promise<void> {
  for (let moves = 0; moves < MOVES && attempts.length <= RETRY_DELAYS_MS.length; moves += 1) {
    const before = attempts.length;
    await context.advance(MOVE_MS);
    if (await context.rest(() => endpoint.until(() => attempts.length > before, ARRIVES_WITHIN_MS))) moves = -1;
  }
}
