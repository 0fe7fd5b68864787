import { setTimeout as sleep } from 'node:timers/promises';
import { RETRIES_MAX } from '../generated/limits.ts';
import type { Attempt } from '../model/attempt.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { Webhook } from '../model/webhook.ts';
import { times } from './times.ts';

/** Calls that the target answers while it is given time: a machine that is busy with others has not come to deliveries either. */
const ANSWERS_BETWEEN = 3;

/** Moves of the clock for one retry: what was noted after the first falls due by the next. */
export const MOVES_FOR_RETRY = 3;

/** Gives the target the time to note how its latest attempts ended: the clock is not moved before. */
export async function untilNoted(context: CheckContext, withinMs: number = times.notedMs): Promise<void> {
  await sleep(withinMs);
  await answersMeanwhile(context);
}

/** Lets the target answer some calls, which a busy one comes to as late as to deliveries. */
export async function answersMeanwhile(context: CheckContext): Promise<void> {
  for (let call = 0; call < ANSWERS_BETWEEN; call += 1) await context.send((await context.api()).call('listAzienda'));
}

/** Moves the target's clock until a refused delivery has had as many retries as the contract has waits, or no more of them come. */
export async function spendRetries(
  context: CheckContext,
  { endpoint }: Pick<Webhook, 'endpoint'>,
  attempts: readonly Attempt[],
): Promise<void> {
  for (let moves = 0; moves < MOVES_FOR_RETRY && attempts.length <= RETRIES_MAX; moves += 1) {
    const before = attempts.length;
    await context.advance(times.retryMoveMs);
    if (await context.rest(() => endpoint.until(() => attempts.length > before, times.afterMoveMs))) moves = -1;
  }
}
