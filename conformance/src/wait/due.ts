import { setTimeout as sleep } from 'node:timers/promises';
import { RETRIES_MAX } from '../generated/limits.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { Attempt, Webhook } from '../model/webhook.ts';
import { times } from './times.ts';

/** How many calls the target answers during a pause. A busy machine that is late with answers is late with deliveries too. */
const ANSWERS_BETWEEN = 3;

/** How often the clock moves for one retry. An attempt that was recorded after one move is due by the next. */
export const MOVES_FOR_RETRY = 3;

/** Gives the target time to record how its latest attempts ended, before the clock moves. */
export async function untilNoted(context: CheckContext, withinMs: number = times.notedMs): Promise<void> {
  await sleep(withinMs);
  await answersMeanwhile(context);
}

/** Lets the target answer some calls. A busy target is as late with them as with deliveries. */
export async function answersMeanwhile(context: CheckContext): Promise<void> {
  for (let call = 0; call < ANSWERS_BETWEEN; call += 1) await context.send((await context.api()).call('listAzienda'));
}

/** Moves the target's clock until a refused delivery has had all retries of the contract, or no more of them come. */
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
