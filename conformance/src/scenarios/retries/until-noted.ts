import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckContext } from '../../model/check-context.ts';

/** Real time in which a target notes the end of an attempt, from which the next wait counts: the clock must not be moved before. */
export const NOTED_SOON_MS = 30;

/** Calls that the target answers while it is given time: a machine that is busy with others has not come to deliveries either. */
const ANSWERS_BETWEEN = 3;

/** Gives the target the time to note how its latest attempts ended. */
export async function untilNoted(context: CheckContext, withinMs: number = NOTED_SOON_MS): Promise<void> {
  await sleep(withinMs);
  await answersMeanwhile(context);
}

/** Lets the target answer some calls, which a busy one comes to as late as to deliveries. */
export async function answersMeanwhile(context: CheckContext): Promise<void> {
  for (let call = 0; call < ANSWERS_BETWEEN; call += 1) await context.send((await context.api()).call('listAzienda'));
}
