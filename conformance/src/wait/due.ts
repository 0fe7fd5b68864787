import { setTimeout as sleep } from 'node:timers/promises';
import { RETRIES_MAX } from '../generated/limits.ts';
import type { CheckContext } from '../model/check-context.ts';
import type { Attempt, Endpoint } from '../model/webhook.ts';
import { arrivesAtAny } from './arrives.ts';
import { times } from './times.ts';

/** How many calls the target answers during a pause. A busy machine that is late with answers is late with deliveries too. */
const ANSWERS_BETWEEN = 3;

/** How often the clock moves for one retry. An attempt that was recorded after one move is due by the next. */
const MOVES_FOR_RETRY = 3;

/** Gives the target time to record how its latest attempts ended, before the clock moves. */
export async function untilNoted(context: CheckContext, withinMs: number = times.notedMs): Promise<void> {
  await sleep(withinMs);
  await answersMeanwhile(context);
}

/** Lets the target answer some calls. A busy target is as late with them as with deliveries. */
export async function answersMeanwhile(context: CheckContext): Promise<void> {
  for (let call = 0; call < ANSWERS_BETWEEN; call += 1) await context.send((await context.api()).call('listAzienda'));
}

/**
 * Moves the target's clock from retry to retry, until each delivery has had all retries of the contract, or no more of them come.
 * @param noted waits until the target has recorded how the attempts so far ended
 * @param moveMs a move that makes the retry after this many attempts due
 * @returns whether all came
 */
export async function spendRetries(
  context: CheckContext,
  deliveries: readonly { readonly attempts: readonly Attempt[]; readonly endpoint: Endpoint }[],
  noted: () => Promise<void> = async () => undefined,
  moveMs: (attempts: number) => number = () => times.retryMoveMs,
): Promise<boolean> {
  const least = (): number => Math.min(...deliveries.map(({ attempts }) => attempts.length));
  for (let [moves, reached] = [0, least()]; moves < MOVES_FOR_RETRY && reached <= RETRIES_MAX; moves += 1) {
    await noted();
    await context.advance(moveMs(reached));
    await context.rest(() => arrivesAtAny(deliveries, () => least() > reached, times.afterMoveMs));
    if (least() > reached) [moves, reached] = [-1, least()];
  }
  return least() > RETRIES_MAX;
}
